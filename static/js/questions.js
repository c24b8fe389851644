// Shows the questions that the current answers require.

import { form, named } from "./hand_form.js";

/** Whether all conditions are met. Each is a list of alternatives: a question, answers, and 1 if its answer
    must be none of them. ``answer`` returns the answer to a question. */
export function holds(conditions, answer) {
  return conditions.every((alternatives) =>
    alternatives.some(
      ([question, values, isExcluded]) => values.includes(answer(question)) !== Boolean(isExcluded),
    ),
  );
}

/** The answer to a question ("deal.result", "finish") as text, for the row of an element. */
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

/** A hidden question has no answer; one about the deal has its default. */
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

/** A card from its rank and suit: "7S"; the joker has no suit: "JK". */
function cardAnswer(name) {
  const [rank = "", suit = ""] = ["rank", "suit"].map(
    (part) => named(`${name}-${part}`).find((input) => input.checked)?.value,
  );
  return rank === "JK" ? rank : rank + suit;
}

/** Whether conditions are met, for the row of an element. */
export const isMet = (rule, element) => holds(rule, (question) => answer(question, element));

/** A limit as an element declares it: one number, or the first whose conditions are met. */
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

/** Unchecks the other seats of a row where only one may be checked. */
export function release(tapped) {
  const row = tapped.closest("[data-sole]");
  if (!row || !tapped.checked || tapped.type !== "checkbox") return;
  if (!isMet(JSON.parse(row.dataset.sole), row)) return;
  for (const other of row.querySelectorAll("input:checked")) {
    if (other !== tapped) other.checked = false;
  }
}
