// Our own number pad: it writes into the count that has the focus, so the system keyboard never
// opens. "+" adds: 12 + 7 + 10 stands as 29.

import { announce, counts } from "./hand.js";
import { pressed, shown, sum } from "./pad/sum.js";

const pad = () => document.getElementById("pad");
const part = (name) => pad().querySelector(`.pad__${name}`);
const seen = new WeakSet();
let into = null;

function open(input) {
  document.dispatchEvent(new CustomEvent("docked", { detail: "pad" }));
  into = input;
  seen.add(input);
  for (const other of document.querySelectorAll(".padded")) other.classList.remove("padded");
  input.classList.add("padded");
  pad().hidden = false;
  document.body.classList.add("padding");
  show();
  bringIntoView(input);
}

/** The sheet's beginning for its first row, else no more than the row. */
function bringIntoView(input) {
  const lines = input.closest(".lines");
  const isFirst = lines && counts().find((one) => lines.contains(one)) === input;
  if (isFirst) lines.scrollIntoView({ block: "start" });
  else input.closest(".line, .ask").scrollIntoView({ block: "nearest" });
}

function close() {
  settle();
  into?.classList.remove("padded");
  into?.blur();
  into = null;
  if (pad()) pad().hidden = true;
  document.body.classList.remove("padding");
}

function show() {
  const seat = into.closest(".line");
  part("whose").textContent = seat?.querySelector(".line__name")?.textContent ?? "";
  part("what").textContent = into.labels?.[0]?.textContent ?? "";
  part("sum").textContent = shown(into.value);
}

/** A sum becomes its result. */
function settle() {
  if (into?.value.includes("+")) write(String(sum(into.value)));
}

function write(text) {
  into.value = text;
  announce(into);
}

function next() {
  const all = counts();
  const after = all.slice(all.indexOf(into) + 1);
  settle();
  const goal = [...after, ...all].find((input) => !input.value && !seen.has(input));
  if (goal) goal.focus({ preventScroll: true });
  else close();
}

function press(key) {
  if (key === "close") return close();
  if (key === "next") return next();
  const text = pressed(into.value, key);
  if (text !== into.value) write(text);
  if (into) show();
}

document.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-pad]") || event.target === into) return;
  settle();
  open(event.target);
});
// The page moves when the pad goes: not before the click, or the tap would land on something else.
let leaving = false;
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#pad")) event.preventDefault();
  leaving = into && !event.target.closest("[data-pad], .chip, .hand__dock");
});
document.addEventListener("click", (event) => {
  if (leaving) {
    leaving = false;
    close();
  }
  const key = event.target.closest?.("[data-key]");
  if (key && into) press(key.dataset.key);
});
document.addEventListener("keydown", (event) => {
  if (into && event.key === "Escape") close();
  else if (event.target === into && event.key === "Enter") {
    event.preventDefault();
    next();
  }
});
document.addEventListener("input", () => {
  if (into && !into.isConnected) into = null;
  if (into && into.getClientRects().length === 0) next();
  else if (into) show();
});
document.addEventListener("docked", (event) => {
  if (event.detail !== "pad") close();
});
document.addEventListener("focusout", (event) => {
  if (event.target === into) settle();
});
document.addEventListener("htmx:afterSwap", () => {
  if (!into || into.isConnected) return;
  into = null;
  document.body.classList.remove("padding");
});
