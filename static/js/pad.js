// Our own number pad: it writes into the count that has the focus, so the system keyboard never
// opens. "+" adds: 12 + 7 + 10 stands as 29.

import { limit } from "./asked.js";
import { announce, counts, filled } from "./hand.js";
import { isWhole, pressed, shown, sum } from "./pad/sum.js";

const pad = () => filled("pad");
const part = (name) => pad().querySelector(`.pad__${name}`);
const seen = new WeakSet();
let into = null;
let before = null; // the count that was whole, so that the pad went on by itself

function open(input) {
  document.dispatchEvent(new CustomEvent("docked", { detail: "pad" }));
  into = input;
  before = null;
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
  const lines = into?.closest(".lines");
  into?.classList.remove("padded");
  into?.blur();
  into = null;
  if (pad()) pad().hidden = true;
  document.body.classList.remove("padding");
  if (lines) showAgain(lines);
}

/** All rows, where they fit above the dock: what comes next may be in any of them. */
function showAgain(lines) {
  const room = document.querySelector(".hand__dock").getBoundingClientRect().top;
  const { top, bottom, height } = lines.getBoundingClientRect();
  if ((top < 0 || bottom > room) && height < room) lines.scrollIntoView({ block: "start" });
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

/** The next count that is still to be typed. */
function goal() {
  const all = counts();
  const after = all.slice(all.indexOf(into) + 1);
  return [...after, ...all].find((input) => !input.value && !seen.has(input));
}

function next() {
  const to = goal();
  settle();
  if (to) to.focus({ preventScroll: true });
  else close();
}

/** Back to the count that the pad has just left by itself. */
function back(to) {
  seen.delete(into);
  to.focus({ preventScroll: true });
}

/** Goes on by itself after the last digit that a count can have. */
function goOn() {
  if (!isWhole(into.value, limit(into.dataset.most, into))) return;
  const [from, to] = [into, goal()];
  to?.focus({ preventScroll: true });
  before = to ? from : null;
}

function press(key) {
  if (key === "close") return close();
  const was = into.value ? null : before;
  before = null;
  if (key === "next") return was || next();
  if (was && ["back", "+"].includes(key)) back(was);
  const text = pressed(into.value, key);
  if (text !== into.value) write(text);
  if (into) show();
  if (into && /\d/.test(key)) goOn();
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
const row = (element) => element.closest("[data-line]")?.dataset.line;

/** Whoever chooses something in another row is done with the number of this one. */
const endsNumber = (input) =>
  into.value && input.matches("[type=radio], [type=checkbox]") && row(input) !== row(into);

document.addEventListener("input", (event) => {
  if (into && !into.isConnected) into = null;
  if (!into) return;
  if (event.target !== into) before = null;
  if (into.getClientRects().length === 0 || endsNumber(event.target)) next();
  else show();
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
