// Shows the questions that are asked, by the answers that stand in the form.

import { form, named } from "./hand.js";

/** Whether all these conditions are met. Each lists alternatives, each a question with the answers
    it may have, and 1 if it may have none of them. ``answer`` tells what is answered to one. */
export function holds(conditions, answer) {
  return conditions.every((alternatives) =>
    alternatives.some(([question, may, not]) => may.includes(answer(question)) !== Boolean(not)),
  );
}

/** The answer to a question as one text, as seen from an element: "deal.result", "finish". */
function answer(question, from) {
  const name = nameOf(question, from);
  const tapped = form().querySelector(`[data-sets="${name}"]:checked`);
  if (tapped && isShown(tapped)) return tapped.dataset.as;
  const inputs = named(name);
  if (!inputs.length) return card(name);
  if (!inputs.some(isShown)) return unanswered(question, inputs);
  const ticks = inputs.filter((input) => input.type === "radio" || input.type === "checkbox");
  const told = ticks.length ? ticks.filter((input) => input.checked) : inputs;
  return told.map((input) => input.value).join(",");
}

/** What is not asked has no answer; a deal has its usual one. */
const isShown = (input) => !input.closest("[data-off]");

function unanswered(question, inputs) {
  const usual = question.startsWith("deal.") && inputs.find((one) => "suggested" in one.dataset);
  return usual ? usual.value : "";
}

function nameOf(question, from) {
  const inDeal = question.startsWith("deal.");
  const holder = from.closest(inDeal ? "[data-deal]" : "[data-line]");
  if (!inDeal && holder) return `${holder.dataset.line}-${question}`;
  const deal = from.closest("[data-deal]")?.dataset.deal ?? "deal";
  return `${deal}-${question.replace("deal.", "")}`;
}

/** A card, tapped as rank and suit: "7S"; the joker has no suit: "JK". */
function card(name) {
  const [rank = "", suit = ""] = ["rank", "suit"].map(
    (part) => named(`${name}-${part}`).find((input) => input.checked)?.value,
  );
  return rank === "JK" ? rank : rank + suit;
}

/** Whether these conditions are met as an element sees the answers. */
export const isMet = (rule, from) => holds(rule, (question) => answer(question, from));

/** What an element says of a limit: one number, or the first of some whose conditions are met. */
export function limit(told, from) {
  const limits = told === undefined ? Infinity : JSON.parse(told);
  if (!Array.isArray(limits)) return limits;
  return limits.find(([rule]) => isMet(rule, from))?.[1] ?? Infinity;
}

export function showWhatIsAsked() {
  for (const asked of form()?.querySelectorAll("[data-when]") ?? []) {
    asked.toggleAttribute("data-off", !isMet(JSON.parse(asked.dataset.when), asked));
  }
}

/** One seat's answer releases another's, while the row says so. */
export function release(tapped) {
  const row = tapped.closest("[data-sole]");
  if (!row || !tapped.checked || tapped.type !== "checkbox") return;
  if (!isMet(JSON.parse(row.dataset.sole), row)) return;
  for (const other of row.querySelectorAll("input:checked")) {
    if (other !== tapped) other.checked = false;
  }
}
