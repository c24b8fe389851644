// Who sits out does not deal. Who had no turn yet when the hand ended sits after the winner, up to
// the dealer: nobody else is offered. Where the page says that none of them had one, they are ticked.

import { announce, form } from "./hand.js";
import { isMet } from "./questions.js";
import { between } from "./turns/order.js";

const person = (chip) => chip.dataset.line.slice(1);
const known = new WeakMap();

function offer(row, tick) {
  const chips = [...row.querySelectorAll(".chip")];
  const winner = form().querySelector(".who__chips input:checked")?.value;
  const dealer = form().elements.dealer?.value;
  const persons = chips.map(person);
  const sure = persons.includes(winner) && persons.includes(dealer);
  const late = sure ? between(persons, winner, dealer) : persons;
  const all = sure && row.dataset.late !== "" && isMet(JSON.parse(row.dataset.late), row);
  const now = `${winner} ${dealer} ${all}`;
  const isNew = tick && known.get(row) !== now;
  known.set(row, now);
  for (const chip of chips) {
    const input = chip.querySelector("input");
    const offered = late.includes(person(chip));
    chip.toggleAttribute("data-early", !offered);
    const wanted = offered && (isNew && all ? true : input.checked);
    if (input.checked === wanted) continue;
    input.checked = wanted;
    announce(input);
  }
  name(row, chips);
}

/** Who is not offered is said, but for those who are asked nothing anyway. */
function name(row, chips) {
  const hidden = chips.filter((chip) => chip.matches("[data-early]:not([data-off])"));
  const said = row.querySelector("[data-had-turn]");
  said.hidden = !hidden.length;
  said.querySelector("bdi").textContent = hidden.map((chip) => chip.textContent.trim()).join(", ");
}

function offerAll(tick) {
  for (const row of form()?.querySelectorAll("[data-late]") ?? []) offer(row, tick);
}

/** The next one here deals, unless the table chose. */
function passDeal({ name }) {
  const { elements } = form();
  const { dealer } = elements;
  if (!dealer || !name.endsWith("-absent")) return;
  const round = [...dealer.options];
  const turn = round.findIndex((one) => one.defaultSelected);
  const isHere = (one) => !elements[`p${one.value}-absent`]?.checked;
  const next = [...round.slice(turn), ...round].find(isHere) ?? round[turn];
  const now = dealer.selectedOptions[0];
  if (isHere(now) && now.value !== (dealer.dataset.passed ?? round[turn].value)) return;
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
