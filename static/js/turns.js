// Players who sit out do not deal. Players without a turn sit after the winner, up to the dealer: the row
// offers only them, and checks them where the page declares that none of them had one.

import { announce, form } from "./hand_form.js";
import { isMet } from "./questions.js";
import { between } from "./turns/order.js";

const person = (chip) => chip.dataset.line.slice(1);
const lastState = new WeakMap();

function offer(row, tick) {
  const chips = [...row.querySelectorAll(".chip")];
  const winner = form().querySelector(".who__chips input:checked")?.value;
  const dealer = form().elements.dealer?.value;
  const persons = chips.map(person);
  const isKnown = persons.includes(winner) && persons.includes(dealer);
  const withoutTurn = isKnown ? between(persons, winner, dealer) : persons;
  const all = isKnown && row.dataset.late !== "" && isMet(JSON.parse(row.dataset.late), row);
  const state = `${winner} ${dealer} ${all}`;
  const isNew = tick && lastState.get(row) !== state;
  lastState.set(row, state);
  for (const chip of chips) {
    const input = chip.querySelector("input");
    const offered = withoutTurn.includes(person(chip));
    chip.toggleAttribute("data-early", !offered);
    const wanted = offered && (isNew && all ? true : input.checked);
    if (input.checked === wanted) continue;
    input.checked = wanted;
    announce(input);
  }
  nameHidden(row, chips);
}

/** Names the players who are not offered, except those without questions. */
function nameHidden(row, chips) {
  const hidden = chips.filter((chip) => chip.matches("[data-early]:not([data-off])"));
  const notice = row.querySelector("[data-had-turn]");
  notice.hidden = !hidden.length;
  notice.querySelector("bdi").textContent = hidden
    .map((chip) => chip.textContent.trim())
    .join(", ");
}

function offerAll(tick) {
  for (const row of form()?.querySelectorAll("[data-late]") ?? []) offer(row, tick);
}

/** The next player who is present deals, unless somebody chose the dealer. */
function passDeal({ name }) {
  const { elements } = form();
  const { dealer } = elements;
  if (!dealer || !name.endsWith("-absent")) return;
  const round = [...dealer.options];
  const turn = round.findIndex((option) => option.defaultSelected);
  const isHere = (option) => !elements[`p${option.value}-absent`]?.checked;
  const next = [...round.slice(turn), ...round].find(isHere) ?? round[turn];
  const current = dealer.selectedOptions[0];
  if (isHere(current) && current.value !== (dealer.dataset.passed ?? round[turn].value)) return;
  dealer.value = dealer.dataset.passed = next.value;
}

document.addEventListener("input", (event) => {
  if (event.target.closest?.("#hand")) passDeal(event.target);
  if (event.target.closest?.("#hand") && !event.target.closest(".flags")) offerAll(true);
});
for (const event of ["hand-filled", "htmx:afterSettle"]) {
  document.addEventListener(event, () => offerAll(false));
}
offerAll(false);
