// Our own number pad: it writes into the count that has the focus, so the system keyboard never
// opens. "+" adds: 12 + 7 + 10 stands as 29.

import { counts } from "./capture.js";

const pad = () => document.getElementById("pad");
let into = null;
const seen = new WeakSet();

const sum = (text) => text.split("+").reduce((all, part) => all + Number(part || 0), 0);

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
  const row = input.closest(".line, .ask");
  if (lines && counts().find((one) => lines.contains(one)) === input) lines.scrollIntoView({ block: "start" });
  else row.scrollIntoView({ block: "nearest" });
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
  pad().querySelector(".pad__whose").textContent = seat?.querySelector(".line__name")?.textContent ?? "";
  pad().querySelector(".pad__what").textContent = into.labels?.[0]?.textContent ?? "";
  const adds = into.value.includes("+");
  pad().querySelector(".pad__sum").textContent = adds
    ? `${into.value.replaceAll("+", " + ")} = ${sum(into.value)}` : into.value;
}

/** A sum becomes its result. */
function settle() {
  if (into?.value.includes("+")) write(String(sum(into.value)));
}

function write(text) {
  into.value = text;
  into.dispatchEvent(new Event("input", { bubbles: true }));
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
  const text = into.value;
  if (key === "back") write(text.slice(0, -1));
  else if (key === "+") { if (text && !text.endsWith("+")) write(`${text}+`); }
  else if (text.split("+").at(-1).length < 4) write(text === "0" ? key : text + key);
  if (into) show();
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-pad]")) { if (event.target !== into) { settle(); open(event.target); } }
});
// The page moves when the pad goes: not before the click, or the tap would land on something else.
let leaving = false;
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#pad")) event.preventDefault();
  leaving = into && !event.target.closest("[data-pad], .chip, .hand__dock");
});
document.addEventListener("click", (event) => {
  if (leaving) { leaving = false; close(); }
  const key = event.target.closest?.("[data-key]");
  if (key && into) press(key.dataset.key);
});
document.addEventListener("keydown", (event) => {
  if (into && event.key === "Escape") close();
  else if (event.target === into && event.key === "Enter") { event.preventDefault(); next(); }
});
document.addEventListener("input", () => {
  if (into && !into.isConnected) into = null;
  if (into && into.getClientRects().length === 0) next();
  else if (into) show();
});
document.addEventListener("docked", (event) => { if (event.detail !== "pad") close(); });
document.addEventListener("focusout", (event) => { if (event.target === into) settle(); });
document.addEventListener("htmx:afterSwap", () => { if (into && !into.isConnected) { into = null; document.body.classList.remove("padding"); } });
