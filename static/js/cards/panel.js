// The panel: shows which cards can be tapped, how many the field has, what they count.

import {
  asks,
  cardsIn,
  control,
  faces,
  hasMelds,
  isShow,
  panel,
  part,
  pretty,
  room,
  showField,
  sizes,
} from "./fields.js";
import { cell, go } from "./grid.js";
import { count } from "./text.js";
import { labelOf, showTurned, turned, ways } from "./turned_card.js";

/** The label of a turned-up card within a sentence. */
const nounOf = (name) => labelOf(name).replace(/^./u, (letter) => letter.toLocaleLowerCase());

export function say(text) {
  part("said").textContent = text;
}

/** Draws the state: the field, what the next tap does, and whether there is something to undo. */
export function draw({ into, turning, taking, hasPast }, typed) {
  const cards = cardsIn(into);
  for (const key of faces()) face(key, { into, turning, taking }, count(cards, key.dataset.face));
  control("back").setAttribute("aria-pressed", String(taking));
  control("undo").disabled = !hasPast;
  control("clear").hidden = !into.value;
  const group = control("group");
  if (group) group.hidden = !hasMelds(into);
  control("check").hidden = isShow(into) || !showField();
  size(into, cards.length);
  panel().classList.toggle("picker--taking", taking);
  showTurned(into, turning);
  if (turning) say(panel().dataset.turned.replace("…", nounOf(turning)));
  if (!typed) part("text").value = pretty(into.value);
  if (document.activeElement !== part("text")) part("text").scrollLeft = part("text").scrollWidth;
  go(cell());
}

function face(key, { into, turning, taking }, copies) {
  const name = key.dataset.face;
  const { ever, left } = room(into, name);
  key.disabled = !isFree({ turning, taking, copies, left }, name);
  key.classList.toggle("picker__face--never", ever < 1 && !copies);
  const isOn = turning ? turned(turning) === name : copies > 0;
  key.setAttribute("aria-pressed", String(isOn));
  key.querySelector("i").textContent = copies > 1 ? `×${copies}` : "";
  key.dataset.name ??= key.getAttribute("aria-label");
  const wild = "wild" in key.dataset ? `, ${panel().dataset.wild}` : "";
  key.setAttribute("aria-label", key.dataset.name + wild + (copies > 1 ? ` ×${copies}` : ""));
}

function isFree({ turning, taking, copies, left }, name) {
  if (turning) return ways(turning, name).length > 0;
  return copies > 0 || (!taking && left > 0);
}

function size(into, cards) {
  const next = sizes(into)
    .sort((a, b) => a - b)
    .find((limit) => limit >= cards);
  const points = asks(into).querySelector(".cards__sum b")?.textContent;
  const worth = points && cards ? ` · ${points}` : "";
  part("count").textContent = (next ? `${cards}/${next}` : cards) + worth;
  panel().classList.toggle("picker--full", next === cards);
}

/** Shows the server's layout of a field's cards, and what they count. */
export function drawLaid(layout, cards, isFew) {
  part("laid").replaceChildren(layout.cloneNode(true));
  const wild = layout.dataset.wild.split(" ");
  for (const key of faces()) key.toggleAttribute("data-wild", wild.includes(key.dataset.face));
  const text = `${layout.dataset.cards} ${isFew ? "" : layout.dataset.points}`;
  panel().querySelector(".visually-hidden[role]").textContent = cards ? text : "";
}
