// Our own number pad: it writes into the focused count, so the system keyboard never opens. "+" adds:
// 12 + 7 + 10 becomes 29. It moves on where a digit more would only be cut to the cap, or, without a cap, after
// as many digits as the largest number has; the row that it leaves shows what was entered. A choice in another
// row, or a card counted in the same row, ends the current count.

import { announce, counts, filled, form } from "./hand_form.js";
import { isWhole, pressed, shown, sum } from "./pad/sum.js";
import { isMet, limit } from "./questions.js";
import { wasTapped } from "./taps.js";

const pad = () => filled("pad");
const part = (name) => pad().querySelector(`.pad__${name}`);
const row = (element) => element.closest("[data-line]")?.dataset.line;
// Left empty with "Next"
const passed = new WeakSet();
let into = null;
// The complete count after which the pad moved on
let finished = null;
// Does not scroll: the user may tap the same key again
let stays = false;
// The count had a number: it waits for "Next"
let corrects = false;
// The first digit replaces that number, as in a spreadsheet
let replaces = false;

function open(input) {
  document.dispatchEvent(new CustomEvent("docked", { detail: "pad" }));
  into = input;
  finished = null;
  replaces = corrects = input.value !== "";
  for (const other of document.querySelectorAll(".padded")) other.classList.remove("padded");
  input.classList.add("padded");
  pad().hidden = false;
  document.body.classList.add("padding");
  show();
  if (!stays) bringIntoView(input);
}

/** Scrolls to the top of the sheet for its first row, else to the row. */
function bringIntoView(input) {
  const lines = input.closest(".lines");
  const isFirst = lines && counts().find((other) => lines.contains(other)) === input;
  if (isFirst) lines.scrollIntoView({ block: "start" });
  else showRow(input);
}

/** Scrolls to a count, with the name above it (its scroll margin). */
const showRow = (input) => input.scrollIntoView({ block: "nearest" });

function close() {
  settle();
  removeTaken();
  const lines = into?.closest(".lines");
  into?.classList.remove("padded");
  into?.blur();
  into = null;
  if (pad()) pad().hidden = true;
  document.body.classList.remove("padding");
  if (lines) showAgain(lines);
}

/** Shows all rows, where they fit above the dock: the next tap may be in any of them. */
function showAgain(lines) {
  const room = document.querySelector(".hand__dock").getBoundingClientRect().top;
  const { top, bottom, height } = lines.getBoundingClientRect();
  if ((top < 0 || bottom > room) && height < room) lines.scrollIntoView({ block: "start" });
}

function show() {
  const seat = into.closest(".line");
  part("whose").textContent = seat?.querySelector(".line__name")?.textContent ?? "";
  part("what").textContent = into.labels?.[0]?.textContent ?? "";
  filled("pad").querySelector('[data-key="±"]').hidden = !("signed" in into.dataset);
  part("sum").textContent = shown(into.value) || (into.placeholder === "0" ? "0" : "");
}

/** Shows beside each count the cap that reduces it, and 0 where no number is needed. */
function explain() {
  for (const input of form()?.querySelectorAll("[data-cap]") ?? []) {
    const cap = limit(input.dataset.cap, input);
    const cut = document.getElementById(`${input.id}-cut`);
    cut.hidden = !(sum(input.value) > cap) || sum(input.value) > limit(input.dataset.most, input);
    cut.firstElementChild.textContent = cap;
  }
  for (const input of form()?.querySelectorAll("[data-empty]") ?? []) {
    input.placeholder = isMetBy(input.dataset.empty, input) ? "0" : input.labels[0].textContent;
  }
}

/** Replaces a sum with its result. */
function settle() {
  if (into?.value.includes("+")) write(String(sum(into.value)));
  if (into?.value === "-") write("");
}

function write(text) {
  into.value = text;
  announce(into);
}

const isMetBy = (rule, input) => rule !== undefined && isMet(JSON.parse(rule), input);

/** Whether a count needs no number now, as it is seldom needed or can only be 0. */
const isSkipped = (input) =>
  isMetBy(input.dataset.skip, input) || limit(input.dataset.most, input) === 0;

/** The next count that needs a number. */
function goal() {
  const [all, open] = [[...form().querySelectorAll("[data-pad]")], counts()];
  const rest = all.slice(all.indexOf(into) + 1);
  const isEmpty = (input) => input !== into && !input.value && open.includes(input);
  return [...rest, ...all].find(
    (input) => isEmpty(input) && !passed.has(input) && !isSkipped(input),
  );
}

function next() {
  const target = goal();
  settle();
  if (target) target.focus({ preventScroll: true });
  else close();
}

/** Moves on where the number is complete. */
function goOn() {
  const { most, cap } = into.dataset;
  if (corrects || !isWhole(into.value, limit(most, into), limit(cap, into))) return;
  const [source, target] = [into, goal()];
  target?.focus({ preventScroll: true });
  finished = target ? source : null;
  if (finished) showTaken(source);
}

const takenNote = () => document.querySelector(".taken");

/** Shows in the row that was left which number it has, and tells a screen reader. */
function showTaken(source) {
  removeTaken();
  const note = document.getElementById("taken-inside").content.firstElementChild.cloneNode(true);
  note.querySelector("b").textContent = source.value;
  const seat = source.closest(".line");
  seat.querySelector(".line__legend").append(note);
  showRow(source);
  showRow(into);
  part("taken").textContent = `${seat.getAttribute("aria-label")}: ${note.textContent.trim()}`;
}

function removeTaken() {
  takenNote()?.remove();
  if (pad()?.firstElementChild) part("taken").textContent = "";
}

function press(key) {
  if (key === "close") return close();
  const previous = into.value ? null : finished;
  finished = null;
  if (key === "next") {
    if (previous) return;
    passed.add(into);
    return next();
  }
  if (previous && ["back", "+"].includes(key)) previous.focus({ preventScroll: true });
  showRow(into);
  const text = pressed(replaces && /\d/.test(key) ? "" : into.value, key);
  replaces = false;
  if (text !== into.value) write(text);
  if (into) show();
  if (into && /\d/.test(key)) goOn();
}

function enter(element) {
  if (!element?.matches("[data-pad]") || element === into) return;
  settle();
  open(element);
}

document.addEventListener("focusin", (event) => enter(event.target));
const KEEPS =
  "[data-pad], .chip, .tally, .stepper button, [data-less], .hand__dock, .words, .words__open";
// The page moves when the pad closes: only after the click, or the tap would hit something else.
let leaving = false;
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("#pad, .words__open")) event.preventDefault();
  leaving = into && !event.target.closest(KEEPS);
});
document.addEventListener("click", (event) => {
  if (leaving) {
    leaving = false;
    close();
  }
  if (event.target === into) replaces = corrects = into.value !== "";
  const key = event.target.closest?.("[data-key]");
  if (key && into) press(key.dataset.key);
});
document.addEventListener("keydown", (event) => {
  if (into && event.key === "Escape" && !document.querySelector(":popover-open")) close();
  else if (event.target === into && event.key === "Enter") {
    event.preventDefault();
    next();
  }
});
/** Reacts to an answer. A tap on the winner opens the pad. */
function choose(answer) {
  const isWinner = answer.checked && answer.closest(".who");
  if (!into && isWinner && wasTapped()) goal()?.focus({ preventScroll: true });
  if (!into) return;
  const isHidden = into.getClientRects().length === 0;
  const isDone = into.value ? row(answer) !== row(into) : isSkipped(into);
  if (answer.closest(".tally") && (isDone || into.value)) goOnHere();
  else if (isHidden || isDone) next();
  else show();
}

/** Moves on without scrolling, while the user still counts cards here. */
function goOnHere() {
  stays = true;
  if (goal()) next();
  stays = false;
}

document.addEventListener("input", (event) => {
  if (into && !into.isConnected) into = null;
  explain();
  if (takenNote() && row(takenNote()) === row(event.target)) removeTaken();
  if (event.target.name && event.target !== into) choose(event.target);
  else if (into) show();
});
for (const event of ["hand-filled", "htmx:afterSettle"]) document.addEventListener(event, explain);
explain();
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
// Tapped before this script had come
if (form()) enter(document.activeElement);
