// The card picker: one tap per card, docked like the number pad. It writes into a text field, so users can
// type cards, too, and a page without script has only the field. Knows cards, no game: the server says what
// is wild, how many copies there are and what a hand counts. Without a network the rest still works, and the
// count follows later.

import * as counts from "./cards/counts.js";
import { cover, laidOut, look, stand } from "./cards/field_buttons.js";
import {
  asks,
  cardsIn,
  fields,
  isShow,
  keyOf,
  panel,
  part,
  person,
  pretty,
  room,
  shower,
  showField,
  sizes,
} from "./cards/fields.js";
import { fill } from "./cards/fills.js";
import { arrow, cells, go } from "./cards/grid.js";
import { draw, drawLaid, say } from "./cards/panel.js";
import { added, count, groups, plain, without } from "./cards/text.js";
import { missing, turn } from "./cards/turned_card.js";
import { announce, form, named } from "./hand_form.js";
import { wasHeld, whenHeld } from "./long_press.js";
import { wasTapped } from "./taps.js";

// The field for tapped cards
let into = null;
// The name of the turned-up card, while the next tap sets it
let turning = null;
// The next tap removes a card
let isTaking = false;
// The previous values of the field
let past = [];
// Whose cards were put before the referee from their own row
let declarer = null;

const show = (typed = false) =>
  draw({ into, turning, taking: isTaking, hasPast: past.length > 0 }, typed);
const ask = (...changed) => counts.ask(showCount, ...changed);
const askAll = () => counts.askAll(showCount);

// Tapping ------------------------------------------------------------------------------------

function write(text, typed = false) {
  past.push(into.value);
  put(text, typed);
}

function put(text, typed = false) {
  into.value = text;
  replaceTyped(into);
  announce(into);
  if (!into) return;
  say("");
  stand(into);
  show(typed);
  ask(into);
}

function add(face) {
  const most = Math.max(0, ...sizes(into));
  if (room(into, face).left < 1) return say(panel().dataset.none);
  if (most && cardsIn(into).length >= most) return say(panel().dataset.full);
  write(added(into.value, face));
  if (isShow(into) && most && cardsIn(into).length >= most) close(true);
}

function remove(face) {
  if (count(cardsIn(into), face)) write(without(into.value, face));
}

function tap(face) {
  if (turning) turnUp(face);
  else if (isTaking) {
    isTaking = false;
    remove(face);
  } else add(face);
}

function turnUp(face) {
  const name = turning;
  turning = missing(into, name) ?? null;
  turn(name, face);
  say("");
  show();
  ask(into);
}

const commands = {
  back() {
    isTaking = !isTaking;
    show();
  },
  undo() {
    if (past.length) put(past.pop());
  },
  clear() {
    if (into.value) write("");
  },
  group() {
    if (groups(into.value).at(-1).length) write(`${into.value.trim()} / `);
  },
  done() {
    close(true);
  },
  check() {
    judge(into.value, person(into).slice(1));
  },
};

/** Puts these cards of a row before the referee, as that person's declared hand. */
function judge(text, owner) {
  put("");
  declarer = owner;
  const [field, radio] = [showField(), showers().find(({ value }) => value === declarer)];
  radio.checked = true;
  open(keyOf(field));
  put(text);
  if (Math.max(...sizes(field)) === cardsIn(field).length) close(true);
}

const showers = () => named("show-person");

/** Who declared is who won, until cards were laid down. */
function follow(chosen) {
  const radio = showers().find(({ value }) => value === chosen);
  if (radio && !showField().value) radio.checked = true;
}

/** Empties the typed answer while there are cards in its place. */
function replaceTyped(field) {
  const typed = form().elements[`${person(field)}-${field.dataset.instead}`];
  if (!typed) return;
  const wanted = field.value.trim() ? "" : typed.value || typed.dataset.was || "";
  if (typed.value === wanted) return;
  typed.dataset.was = typed.value;
  typed.value = wanted;
  announce(typed);
}

// Answers of the server ----------------------------------------------------------------------

function showCount(field, layout) {
  field.dataset.stock = layout.dataset.stock;
  const cards = cardsIn(field).length;
  const isIncomplete = sizes(field).length > 0 && sizes(field).every((size) => size > cards);
  const clone = document.importNode(layout, true);
  if (isIncomplete) clone.replaceChildren();
  laidOut(field).replaceChildren(clone);
  stand(field, isIncomplete ? null : layout);
  fill(field, JSON.parse(layout.dataset.fills ?? "{}"));
  if (field !== into) return;
  drawLaid(clone, cards, isIncomplete);
  show(document.activeElement === part("text"));
}

// Opening and closing ------------------------------------------------------------------------

function begin() {
  if (!form() || !panel()) return;
  const bare = fields().filter((field) => !keyOf(field));
  for (const field of bare) cover(field);
  if (bare.length) askAll();
}

function open(key) {
  if (into) close();
  into = form().elements[key.dataset.cards];
  past = [];
  document.dispatchEvent(new CustomEvent("docked", { detail: "picker" }));
  panel().hidden = false;
  document.body.classList.add("picking");
  key.setAttribute("aria-expanded", "true");
  part("whose").textContent = whose(into).textContent;
  part("laid").replaceChildren();
  part("turned").replaceChildren();
  turning = missing(into) ?? null;
  say(asks(into).querySelector(".help")?.textContent ?? "");
  go(0);
  show();
  ask(into);
  (key.closest(".line") ?? asks(into)).scrollIntoView({ block: "start" });
  cells()[0].focus({ preventScroll: true });
}

function whose(field) {
  const line = field.closest(".line")?.querySelector(".line__name");
  return line ?? ((isShow(field) && shower()?.closest(".chip")) || field.labels[0]);
}

/** ``back``: returns the focus to its key. */
function close(back = false) {
  if (!into) return;
  const field = into;
  into = turning = null;
  isTaking = false;
  panel().hidden = true;
  document.body.classList.remove("picking");
  if (!field.isConnected) return;
  keyOf(field).setAttribute("aria-expanded", "false");
  if (back) keyOf(field).focus({ preventScroll: true });
  askAll();
  const isWhole = sizes(field).includes(cardsIn(field).length) && shower();
  if (back && isWhole) askVerdict(document.getElementById(field.dataset.then));
  if (isShow(field)) declarer = null;
}

/** Of a hand that was declared in a row, the verdict is put into the hand at once. */
function askVerdict(key) {
  if (shower().value === declarer) key?.setAttribute("hx-vals", '{"apply": "at_once"}');
  key?.click();
  key?.removeAttribute("hx-vals");
}

/** Closes where the page has changed, and the field is gone or hidden. */
function leave() {
  if (into && (!into.isConnected || !keyOf(into).getClientRects().length)) close();
}

// Fingers and keys ---------------------------------------------------------------------------

whenHeld(
  "[data-face]",
  (key) => into && !turning && count(cardsIn(into), key.dataset.face) > 0,
  (key) => remove(key.dataset.face),
);

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-cards]:not(#picker)");
  const sum = event.target.closest?.(".cards__sum");
  const key = event.target.closest?.("#picker button");
  if (opener) return into && keyOf(into) === opener ? close(true) : open(opener);
  if (sum) return look(asks(sum).querySelector("input"), open);
  if (!key || !into || wasHeld()) return;
  if (key.dataset.face) tap(key.dataset.face);
  else if (key.dataset.turn) {
    turning = key.dataset.turn;
    say("");
    show();
  } else commands[key.dataset.picker]();
});
document.addEventListener("focusin", (event) => {
  if (!into) return;
  if (cells().includes(event.target)) go(cells().indexOf(event.target));
  else if (event.target !== part("text")) part("text").value = pretty(into.value);
});

/** The command of a keyboard key, if it has one. */
function commandOf({ key, target }) {
  const face = target.dataset?.face;
  if (key === "Escape") return () => close(true);
  if (target === part("text") && key === "Enter") return () => close(true);
  if (cells().includes(target) && key.startsWith("Arrow")) return () => arrow(key);
  if (face && !turning && ["Delete", "Backspace"].includes(key)) return () => remove(face);
}
document.addEventListener("keydown", (event) => {
  const act = into && commandOf(event);
  if (!act) return;
  if (event.key !== "Escape") event.preventDefault();
  act();
});
document.addEventListener("input", (event) => {
  if (into && event.target === part("text")) return write(plain(event.target.value), true);
  leave();
  if (event.target.name === "show-person" && wasTapped()) return open(keyOf(showField()));
  if (event.target.checked && event.target.closest(".who__chips")) follow(event.target.value);
  if (form()?.contains(event.target) && !event.target.matches("[data-stock], [data-pad]")) askAll();
});
document.addEventListener("docked", (event) => {
  if (event.detail !== "picker") close();
});
document.addEventListener("htmx:afterSettle", () => {
  leave();
  begin();
});
addEventListener("online", () => ask());

begin();
