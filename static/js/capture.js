// The capture page: shows what is asked. What is typed is kept and sent by sending.js. No rule of
// any game: which question depends on which answer is written in the page's data attributes.

import { answered, keep } from "./sending.js";
import { takenBack } from "./taken.js";

const form = () => document.getElementById("hand");
const named = (name) => [...(form()?.elements ?? [])].filter((input) => input.name === name);

// What is asked ------------------------------------------------------------------------------

/** The answer to a question as one text, as seen from an element: "deal.result", "finish". */
function answer(question, from) {
  const inDeal = question.startsWith("deal.");
  const holder = from.closest(inDeal ? "[data-deal]" : "[data-line]");
  const name = inDeal || !holder
    ? `${from.closest("[data-deal]")?.dataset.deal ?? "deal"}-${question.replace("deal.", "")}`
    : `${holder.dataset.line}-${question}`;
  const tapped = form().querySelector(`[data-sets="${name}"]:checked`);
  if (tapped) return tapped.dataset.as;
  const inputs = named(name);
  if (!inputs.length) return card(name);
  const ticks = inputs.filter((input) => input.type === "radio" || input.type === "checkbox");
  if (ticks.length) return ticks.filter((input) => input.checked).map((i) => i.value).join(",");
  return inputs.map((input) => input.value).join(",");
}

/** A card, tapped as rank and suit: "7S"; the joker has no suit: "JK". */
function card(name) {
  const [rank = "", suit = ""] = ["rank", "suit"].map((part) =>
    named(`${name}-${part}`).find((input) => input.checked)?.value);
  return rank === "JK" ? rank : rank + suit;
}

/** Whether a rule such as "deal.result=hu|tien_hu/won!=on&points=" holds. */
function holds(rule, from) {
  return rule.split("&").every((all) => all.split("/").some((one) => {
    const [, question, not, values] = one.match(/^([^!=]+)(!?)=(.*)$/);
    return values.split("|").includes(answer(question, from)) !== (not === "!");
  }));
}

function showWhatIsAsked() {
  for (const asked of form()?.querySelectorAll("[data-when]") ?? []) {
    asked.toggleAttribute("data-off", !holds(asked.dataset.when, asked));
  }
}

/** One seat's answer releases another's, while the row says so. */
function release(tapped) {
  const row = tapped.closest("[data-sole]");
  if (!row || !tapped.checked || tapped.type !== "checkbox") return;
  if (row.dataset.sole && !holds(row.dataset.sole, row)) return;
  for (const other of row.querySelectorAll("input:checked")) if (other !== tapped) other.checked = false;
}

// A tap on a chosen radio button takes it back: to what was suggested, or to none.
let chosenBefore = null;
function rememberChosen(event) {
  const radio = event.target.closest?.(".chip")?.querySelector('input[type="radio"]');
  chosenBefore = radio?.checked ? radio : null;
  byFinger = performance.now();
}
function takeBack(event) {
  const radio = event.target;
  if (radio.type !== "radio" || radio !== chosenBefore || "suggested" in radio.dataset) return;
  chosenBefore = null;
  const usual = named(radio.name).find((other) => "suggested" in other.dataset);
  if (usual) usual.checked = true;
  else if (radio.dataset.sets) radio.checked = false;
  else return;
  radio.dispatchEvent(new Event("input", { bubbles: true }));
}

// Steppers -----------------------------------------------------------------------------------

function step(button) {
  const input = button.parentElement.querySelector("input");
  const most = Number(button.parentElement.dataset.most ?? Infinity);
  const least = Number(input.dataset.least ?? 0);
  const next = Number(input.value || 0) + Number(button.dataset.step);
  input.value = String(Math.min(most, Math.max(least, next)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// The next count to type ---------------------------------------------------------------------

let byFinger = -Infinity;
const wasTapped = () => performance.now() - byFinger < 1000;
const shown = (input) => input.getClientRects().length > 0;

export const counts = () => [...(form()?.querySelectorAll("[data-pad]") ?? [])].filter(shown);

/** To the first empty count, after somebody was tapped as the winner (never from the keyboard). */
function goToFirstCount(tapped) {
  if (!wasTapped() || !tapped.checked || !tapped.closest(".who")) return;
  counts().find((input) => !input.value)?.focus({ preventScroll: true });
}

function changed(event) {
  if (!event.target.closest?.("#hand")) return;
  release(event.target);
  showWhatIsAsked();
  if (event.target.matches("[type=radio], [type=checkbox]")) goToFirstCount(event.target);
  keep();
}

// The page -----------------------------------------------------------------------------------

let slipOpen = false;
document.addEventListener("toggle", (event) => {
  if (event.target.closest?.("#slip")) slipOpen = event.target.open;
}, true);
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id === "slip" && slipOpen) {
    const slip = document.querySelector("#slip details");
    if (slip) slip.open = true;
  }
  if (document.getElementById("capture") === event.detail.elt || event.detail.target?.id === "capture") {
    begin();
    answered();
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status === 404 && event.target.closest?.("#capture")) takenBack();
});
document.addEventListener("pointerdown", rememberChosen, true);
document.addEventListener("click", (event) => {
  const target = event.target;
  if (target.matches?.("[data-step]")) step(target);
  else takeBack(event);
});
document.addEventListener("input", changed);
document.addEventListener("hand-changed", keep);
document.addEventListener("hand-filled", showWhatIsAsked);
document.addEventListener("click", (event) => {
  const fine = event.target.closest?.("[data-fine]");
  if (!fine) return;
  event.preventDefault();
  fine.closest("[data-odd]").remove();
});

function begin() {
  slipOpen = false;
  for (const input of form()?.querySelectorAll("[data-pad]") ?? []) input.inputMode = "none";
  showWhatIsAsked();
}

begin();
