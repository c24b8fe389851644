// The turned-up card, where a hand cannot be counted without it. The form has two rows of keys for it.

import { announce, form } from "../hand_form.js";
import { part, pretty, table } from "./fields.js";
import { halves } from "./text.js";

const radios = (name) => [
  ...form().querySelectorAll(`[name="${name}-rank"], [name="${name}-suit"]`),
];
const isAsked = (name) => radios(name).some((radio) => !radio.closest("[data-off]"));

/** Names of the cards that a field needs. */
export const needs = (field) =>
  (field.dataset.needs ?? "")
    .split(" ")
    .filter((name) => name?.startsWith(`${table(field)}-`) && isAsked(name));

export const turned = (name) =>
  ["rank", "suit"]
    .map((half) => form().querySelector(`[name="${name}-${half}"]:checked`)?.value ?? "")
    .join("");

export const missing = (field, except) =>
  needs(field).find((name) => name !== except && !turned(name));

export const labelOf = (name) => form().querySelector(`#f-${name} > .field__label`).textContent;

/** The keys of the form that stand for a card. */
export function ways(name, face) {
  const [rank, suit] = halves(face);
  const wanted = (radio) => (radio.name.endsWith("-rank") ? rank : suit);
  return radios(name).filter((radio) => radio.value === wanted(radio));
}

/** Answers the form's own question. */
export function turn(name, face) {
  const chosen = ways(name, face);
  for (const radio of radios(name)) radio.checked = chosen.includes(radio);
  announce(chosen[0]);
}

/** Shows a key for each card that the field needs, and marks the one that the next tap sets. */
export function showTurned(field, turning) {
  const keys = [...part("turned").children];
  for (const name of needs(field)) {
    const key =
      keys.find((other) => other.dataset.turn === name) ?? document.createElement("button");
    key.type = "button";
    key.className = "picker__key";
    key.dataset.turn = name;
    key.textContent = `${labelOf(name)}: ${pretty(turned(name)) || "–"}`;
    key.setAttribute("aria-pressed", String(turning === name));
    if (!key.isConnected) part("turned").append(key);
  }
  for (const key of keys) if (!needs(field).includes(key.dataset.turn)) key.remove();
}
