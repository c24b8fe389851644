// The keys over a field: one shows its cards, one opens the picker.

import { asks, cardsIn, howMany, keyOf, panel } from "./fields.js";

function button(name, attributes) {
  const key = document.createElement("button");
  key.type = "button";
  key.className = name;
  key.setAttribute("aria-expanded", "false");
  for (const [attribute, text] of Object.entries(attributes)) key.setAttribute(attribute, text);
  return key;
}

export const laidOut = (field) => document.getElementById(`${field.id}-laid`);

export function cover(field) {
  const layout = document.createElement("div");
  layout.className = "cards__laid";
  layout.id = `${field.id}-laid`;
  layout.hidden = true;
  const key = button("cards__open", {
    "data-cards": field.name,
    "aria-controls": "picker",
    "aria-label": `${panel().dataset.tap}: ${field.labels[0].textContent}`,
  });
  field.after(button("cards__sum", { "aria-controls": layout.id }), key, layout);
  asks(field).classList.add("ask--keyed");
  field.tabIndex = -1;
  stand(field);
}

/** Shows on the key how many cards the field has, and what they count; beside the name what else they are. */
export function stand(field, layout = null) {
  const sum = asks(field).querySelector(".cards__sum");
  const cards = cardsIn(field).length;
  const points = document.createElement("b");
  const words = document.createElement("span");
  const hasMessage = layout && "error" in layout.dataset;
  points.textContent = hasMessage ? "!" : (layout?.dataset.points ?? "");
  words.textContent = layout && !hasMessage ? layout.dataset.cards : howMany(cards);
  sum.replaceChildren(words, points);
  sum.hidden = !cards;
  note(field, [...(layout?.querySelectorAll(".laid__note") ?? [])]);
  if (!cards) unfold(field, false);
}

function note(field, notes) {
  const legend = field.closest(".line")?.querySelector(".line__legend");
  for (const old of legend?.querySelectorAll(`[data-of="${field.name}"]`) ?? []) old.remove();
  for (const { textContent } of notes) {
    const mark = document.createElement("small");
    mark.className = "line__cards";
    mark.dataset.of = field.name;
    mark.textContent = textContent;
    legend?.append(" ", mark);
  }
}

function unfold(field, open) {
  asks(field).querySelector(".cards__sum").setAttribute("aria-expanded", String(open));
  laidOut(field).hidden = !open;
}

/** Shows the layout of the cards, or opens the picker where there is none. */
export function look(field, open) {
  if (laidOut(field).textContent.trim()) unfold(field, laidOut(field).hidden);
  else open(keyOf(field));
}
