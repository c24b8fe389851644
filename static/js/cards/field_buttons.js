// With script there are keys over a field: what stands in it, and the one that opens the picker.

import { asks, held, howMany, keyOf, panel } from "./fields.js";

function button(name, more) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.setAttribute("aria-expanded", "false");
  for (const [each, text] of Object.entries(more)) made.setAttribute(each, text);
  return made;
}

export const laidOut = (field) => document.getElementById(`${field.id}-laid`);

export function cover(field) {
  const laid = document.createElement("div");
  laid.className = "cards__laid";
  laid.id = `${field.id}-laid`;
  laid.hidden = true;
  const key = button("cards__open", {
    "data-cards": field.name,
    "aria-controls": "picker",
    "aria-label": `${panel().dataset.tap}: ${field.labels[0].textContent}`,
  });
  field.after(button("cards__sum", { "aria-controls": laid.id }), key, laid);
  asks(field).classList.add("ask--keyed");
  field.tabIndex = -1;
  stand(field);
}

/** The key a field is opened by, once cards stand in it: how many, and what they count. */
export function stand(field, laid = null) {
  const sum = asks(field).querySelector(".cards__sum");
  const cards = held(field).length;
  const points = document.createElement("b");
  const words = document.createElement("span");
  const said = laid && "said" in laid.dataset;
  points.textContent = said ? "!" : (laid?.dataset.points ?? "");
  words.textContent = laid && !said ? laid.dataset.cards : howMany(cards);
  sum.replaceChildren(words, points);
  sum.hidden = !cards;
  if (!cards) unfold(field, false);
}

function unfold(field, open) {
  asks(field).querySelector(".cards__sum").setAttribute("aria-expanded", String(open));
  laidOut(field).hidden = !open;
}

/** How the cards are laid, or the cards themselves where that is not known. */
export function look(field, open) {
  if (laidOut(field).textContent.trim()) unfold(field, laidOut(field).hidden);
  else open(keyOf(field));
}
