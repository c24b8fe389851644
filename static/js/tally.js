// Keys that count: a tap is one more, a long press one less, and so is a tap after the key "−1".
// What was counted stands on the keys, and on top how many nobody has told yet. Knows no rule of
// any game: how many there can be is written in the page.

import { announce, form } from "./hand.js";
import { wasHeld, whenHeld } from "./long_press.js";
import { limit } from "./questions.js";

const KEY = ".tally__key";
const tally = (key) => key.closest(".tally");
const input = (one) => one.querySelector("input");
const count = (one) => Number(input(one).value) || 0;
const tallies = () => [...(form()?.querySelectorAll(".tally") ?? [])];
const isAsked = (one) => !one.closest("[data-off]");

/** All that count the same at one table. */
const column = (one, name) =>
  [...(one.closest(".lines")?.querySelectorAll(`[data-column="${name}"]`) ?? [])].filter(isAsked);

const sum = (some) => some.reduce((all, one) => all + count(one), 0);

function left(some) {
  return some.length ? limit(some[0].dataset.there, some[0]) - sum(some) : Infinity;
}

function room(one) {
  const own = Number(one.dataset.most ?? Infinity) - count(one);
  return Math.min(own, left(column(one, one.dataset.column)));
}

function put(one, number) {
  input(one).value = String(number);
  announce(input(one));
}

const more = (one) => room(one) > 0 && put(one, count(one) + 1);
const less = (one) => count(one) > 0 && put(one, count(one) - 1);

// Taking one away -----------------------------------------------------------------------------

const isTaking = () => Boolean(form()?.querySelector('[data-less][aria-pressed="true"]'));

function take(on) {
  for (const key of form().querySelectorAll("[data-less]")) key.ariaPressed = String(on);
  show();
}

function tap(one) {
  if (!isTaking()) return more(one);
  less(one);
  take(false);
}

// What is seen ---------------------------------------------------------------------------------

function show() {
  const taking = isTaking();
  for (const one of tallies()) {
    const number = count(one);
    one.querySelector(".tally__n").textContent = number ? `×${number}` : "";
    one.querySelector(KEY).disabled = taking ? !number : !number && room(one) < 1;
  }
  for (const said of form()?.querySelectorAll("[data-left]") ?? []) {
    const same = column(said, said.dataset.left);
    if (same.length) said.textContent = String(Math.max(0, left(same)));
    said.parentElement.toggleAttribute("data-off", !same.length);
  }
}

/** The view that was chosen in this tab, on each new page. */
function view() {
  const box = form()?.querySelector("[data-bycard]");
  if (box) box.checked ||= sessionStorage.getItem("bycard") === "yes";
}

whenHeld(
  KEY,
  (key) => count(tally(key)) > 0,
  (key) => less(tally(key)),
);
document.addEventListener("click", (event) => {
  const key = event.target.closest?.(KEY);
  const takes = event.target.closest?.("[data-less]");
  if (takes) take(takes.ariaPressed !== "true");
  else if (key && !wasHeld()) tap(tally(key));
});
document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(KEY);
  if (!key) return;
  if (["Backspace", "Delete", "-"].includes(event.key)) less(tally(key));
  else if (event.key === "+") more(tally(key));
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
