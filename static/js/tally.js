// Keys that count: a tap adds one, a long press or a tap after the key "−1" subtracts one. The keys show
// the counts, and the top row shows how many are left. Knows no rules: the page declares the limits.

import { figure } from "./digits.js";
import { announce, form } from "./hand_form.js";
import { wasHeld, whenHeld } from "./long_press.js";
import { limit } from "./questions.js";

const KEY = ".tally__key";
const tallyOf = (key) => key.closest(".tally");
const input = (tally) => tally.querySelector("input");
/** Tapped cards may say that there are more than was entered. */
const count = (tally) =>
  Math.max(figure(input(tally).value) || 0, Number(tally.dataset.least ?? 0));
const tallies = () => [...(form()?.querySelectorAll(".tally") ?? [])];
const isAsked = (tally) => !tally.closest("[data-off]");

/** The tallies of one table that count the same card. */
const column = (tally, name) =>
  [...(tally.closest(".lines")?.querySelectorAll(`[data-column="${name}"]`) ?? [])].filter(isAsked);

const sum = (cells) => cells.reduce((all, tally) => all + count(tally), 0);

function left(same) {
  return same.length ? limit(same[0].dataset.there, same[0]) - sum(same) : Infinity;
}

function room(tally) {
  const own = Number(tally.dataset.most ?? Infinity) - count(tally);
  return Math.min(own, left(column(tally, tally.dataset.column)));
}

function put(tally, number) {
  input(tally).value = String(number);
  announce(input(tally));
}

const more = (tally) => room(tally) > 0 && put(tally, count(tally) + 1);
const less = (tally) => count(tally) > 0 && put(tally, count(tally) - 1);

// Subtracting ---------------------------------------------------------------------------------

const isTaking = () => Boolean(form()?.querySelector('[data-less][aria-pressed="true"]'));

function take(isOn) {
  for (const key of form().querySelectorAll("[data-less]")) key.ariaPressed = String(isOn);
  show();
}

function tap(tally) {
  if (!isTaking()) return more(tally);
  less(tally);
  take(false);
}

// Display --------------------------------------------------------------------------------------

function show() {
  const taking = isTaking();
  for (const tally of tallies()) {
    const number = count(tally);
    tally.querySelector(".tally__n").textContent = number ? `×${number}` : "";
    tally.querySelector(KEY).disabled = taking ? !number : !number && room(tally) < 1;
  }
  for (const output of form()?.querySelectorAll("[data-left]") ?? []) {
    const similar = column(output, output.dataset.left);
    if (similar.length) output.textContent = String(Math.max(0, left(similar)));
    output.parentElement.toggleAttribute("data-off", !similar.length);
  }
}

/** Restores the view that was chosen in this tab. */
function view() {
  const box = form()?.querySelector("[data-bycard]");
  if (box) box.checked ||= sessionStorage.getItem("bycard") === "yes";
}

whenHeld(
  KEY,
  (key) => count(tallyOf(key)) > 0,
  (key) => less(tallyOf(key)),
);
document.addEventListener("click", (event) => {
  const key = event.target.closest?.(KEY);
  const lessKey = event.target.closest?.("[data-less]");
  if (lessKey) take(lessKey.ariaPressed !== "true");
  else if (key && !wasHeld()) tap(tallyOf(key));
});
document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(KEY);
  if (!key) return;
  if (["Backspace", "Delete", "-"].includes(event.key)) less(tallyOf(key));
  else if (event.key === "+") more(tallyOf(key));
});
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-bycard]")) return;
  sessionStorage.setItem("bycard", event.target.checked ? "yes" : "no");
});
for (const event of ["input", "hand-filled", "htmx:afterSettle"]) {
  document.addEventListener(event, show);
}
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id === "capture") view();
});
view();
show();
