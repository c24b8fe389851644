// The form as it is sent and kept: what is typed in it, filled in again, locked while it waits.

import { filled, form } from "../hand.js";

const KEY = "csrfmiddlewaretoken";

export const place = (of) => new URL(of.action).pathname;
export const said = (of, name) => of.elements.namedItem(name)?.value;
export const typed = (of) => [...new FormData(of)].filter(([name]) => name !== KEY);
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

export const isAway = (of) => of.querySelector(".hand__fields")?.inert;
export const away = (of, on) => of.querySelector(".hand__fields")?.toggleAttribute("inert", on);

export function lock(of) {
  away(of, true);
  of.classList.add("hand--waiting");
  document.activeElement?.blur();
}

/** Says in the page's own words what is the matter. */
export function notice(why) {
  const net = filled("net");
  if (!net) return;
  const said = net.querySelector(".net__said");
  said.textContent = said.dataset[why];
  net.hidden = false;
  document.dispatchEvent(new CustomEvent("docked", { detail: "net" }));
}
