// The hand form as it is sent and stored: reads its fields, fills them in, locks it while it waits.

import { filled, form } from "../hand_form.js";

const KEY = "csrfmiddlewaretoken";

export const place = (hand) => new URL(hand.action).pathname;
export const value = (hand, name) => hand.elements.namedItem(name)?.value;
export const typed = (hand) => [...new FormData(hand)].filter(([name]) => name !== KEY);
/** The same without a dealer whom nobody chose: the hands before may change. An edit has no such choice. */
export const chosen = (hand) =>
  typed(hand).filter(
    ([name]) => name !== "dealer" || !hand.elements.dealer.selectedOptions?.[0]?.defaultSelected,
  );
export const key = () => document.querySelector(`[name=${KEY}]`)?.value;

export function fill(entries) {
  const byName = new Map();
  for (const [name, text] of entries) byName.set(name, [...(byName.get(name) ?? []), text]);
  for (const input of form().elements) {
    if (!input.name || input.name === KEY) continue;
    const texts = byName.get(input.name) ?? [];
    if (input.type === "radio" || input.type === "checkbox") {
      input.checked = texts.includes(input.value);
    } else if (texts.length) input.value = texts.length > 1 ? texts.shift() : texts[0];
  }
  document.dispatchEvent(new CustomEvent("hand-filled"));
}

export const isAway = (hand) => hand.querySelector(".hand__fields")?.inert;
export const away = (hand, isInert) =>
  hand.querySelector(".hand__fields")?.toggleAttribute("inert", isInert);

export function lock(hand) {
  away(hand, true);
  hand.classList.add("hand--waiting");
  document.activeElement?.blur();
}

/** Shows one of the page's messages about the network. */
export function notice(why) {
  const net = filled("net");
  if (!net) return;
  const text = net.querySelector(".net__said");
  text.textContent = text.dataset[why];
  net.hidden = false;
  document.dispatchEvent(new CustomEvent("docked", { detail: "net" }));
}
