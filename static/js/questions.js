// Shows the questions that are asked, by the answers that stand in the form.

import { form, named } from "./hand.js";

/** Whether all these conditions are met. Each lists alternatives, each a question with the answers
    it may have, and 1 if it may have none of them. ``answer`` tells what is answered to one. */
export function holds(conditions, answer) {
  return conditions.every((alternatives) =>
    alternatives.some(
      ([question, values, isExcluded]) => values.includes(answer(question)) !== Boolean(isExcluded),
    ),
  );
}

/** The answer to a question as one text, as seen from an element: "deal.result", "finish". */
function answer(question, element) {
  const name = nameOf(question, element);
  const tapped = form().querySelector(`[data-sets="${name}"]:checked`);
  if (tapped && isShown(tapped)) return tapped.dataset.as;
  const inputs = named(name);
  if (!inputs.length) return cardAnswer(name);
  if (!inputs.some(isShown)) return defaultAnswer(question, inputs);
  const ticks = inputs.filter((input) => input.type === "radio" || input.type === "checkbox");
  const answers = ticks.length ? ticks.filter((input) => input.checked) : inputs;
  return answers.map((input) => input.value).join(",");
}

/** What is not asked has no answer; a deal has its usual one. */
const isShown = (input) => !input.closest("[data-off]");

function defaultAnswer(question, inputs) {
  const defaultInput =
    question.startsWith("deal.") && inputs.find((input) => "suggested" in input.dataset);
  return defaultInput ? defaultInput.value : "";
}

function nameOf(question, element) {
  const inDeal = question.startsWith("deal.");
  const holder = element.closest(inDeal ? "[data-deal]" : "[data-line]");
  if (!inDeal && holder) return `${holder.dataset.line}-${question}`;
  const deal = element.closest("[data-deal]")?.dataset.deal ?? "deal";
  return `${deal}-${question.replace("deal.", "")}`;
}

/** A card, tapped as rank and suit: "7S"; the joker has no suit: "JK". */
function cardAnswer(name) {
  const [rank = "", suit = ""] = ["rank", "suit"].map(
    (part) => named(`${name}-${part}`).find((input) => input.checked)?.value,
  );
  return rank === "JK" ? rank : rank + suit;
}

/** Whether these conditions are met as an element sees the answers. */
export const isMet = (rule, element) => holds(rule, (question) => answer(question, element));

/** What an element says of a limit: one number, or the first of some whose conditions are met. */
export function limit(json, element) {
  const limits = json === undefined ? Infinity : JSON.parse(json);
  if (!Array.isArray(limits)) return limits;
  return limits.find(([rule]) => isMet(rule, element))?.[1] ?? Infinity;
}

export function showAsked() {
  for (const question of form()?.querySelectorAll("[data-when]") ?? []) {
    question.toggleAttribute("data-off", !isMet(JSON.parse(question.dataset.when), question));
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
