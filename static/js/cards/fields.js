// The fields for cards, and the panel of the picker.

import { form } from "../hand_form.js";
import * as text from "./text.js";

export const panel = () => document.getElementById("picker");
export const part = (name) => panel().querySelector(`.picker__${name}`);
export const faces = () => [...panel().querySelectorAll("[data-face]")];
export const control = (command) => panel().querySelector(`[data-picker="${command}"]`);

export const fields = () => [...form().querySelectorAll("input[data-stock]")];
export const asks = (field) => field.closest(".ask--cards");
export const keyOf = (field) => asks(field).querySelector(".cards__open");
export const cardsIn = (field) => text.cards(field.value);
export const sizes = (field) => (field.dataset.sizes ?? "").split(" ").filter(Boolean).map(Number);
export const hasMelds = (field) => "groups" in field.dataset;
export const howMany = (number) =>
  number === 1 ? panel().dataset.card : panel().dataset.cards.replace("13", number);

/** Tiles have no suits, and no signs for them. */
export const pretty = (cards) =>
  panel().querySelector('[data-face="AS"]') ? text.pretty(cards) : cards;

export const shower = () => form().querySelector('[name="show-person"]:checked');
export const showField = () => form()?.elements["show-cards"];
export const isShow = (field) => field.name === "show-cards";

export function person(field) {
  if (isShow(field)) return shower() && `p${shower().value}`;
  return field.closest("[data-line]")?.dataset.line;
}

export function table(field) {
  const deal = isShow(field) ? shower()?.dataset.table : field.closest("[data-deal]")?.dataset.deal;
  return deal ?? "deal";
}

/** Whether the cards of the other field are missing from the stock. */
function isTaken(field, into) {
  if (field === into || isShow(field) || field.closest("[data-off]")) return false;
  if (table(field) !== table(into)) return false;
  return person(field) !== person(into) || !(isShow(into) || hasMelds(field) || hasMelds(into));
}

/** How many copies a card has, and how many of them the field can still get. */
export function room(into, face) {
  const others = fields()
    .filter((field) => isTaken(field, into))
    .map((field) => ({ whose: person(field), melds: hasMelds(field), cards: cardsIn(field) }));
  const ever = text.copies(into.dataset.stock ?? "", face);
  return { ever, left: ever - text.elsewhere(others, face) - text.count(cardsIn(into), face) };
}
