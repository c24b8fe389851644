// The card picker: one tap per card, docked like the number pad. It writes into a text field, so
// what it does can be typed too, and a page without script has the field alone. Knows cards, no
// game: what is wild, how many copies there are and what a hand counts the server says; without a
// signal everything but that still works, and the count follows when the signal is back.

const LONG = 500;
const PAUSE = 200;
const AGAIN = 4000;
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "JK", "\ufe0e": "" };

const panel = () => document.getElementById("picker");
const form = () => document.getElementById("hand");
const part = (name) => panel().querySelector(`.picker__${name}`);
const faces = () => [...panel().querySelectorAll("[data-face]")];
const control = (does) => panel().querySelector(`[data-picker="${does}"]`);
const fields = () => [...form().querySelectorAll("input[data-stock]")];
const asks = (field) => field.closest(".ask--cards");
const keyOf = (field) => asks(field).querySelector(".cards__open");

let into = null; // the field that cards are tapped into
let turning = null; // the name of the turned-up card, while the next tap is about that
let taking = false; // the next tap takes one back
let past = []; // what stood in the field before each change

// Cards as text ------------------------------------------------------------------------------

const plain = (text) => text.toUpperCase().replace(/[♠♥♦♣★\ufe0e]/g, (sign) => SIGNS[sign]);
const split = (text) => plain(text).split(/[\s,;]+/).filter(Boolean).map((face) => face.replace(/^T/, "10"));
const groups = (field) => field.value.split(/[/|]/).map(split);
const held = (field) => groups(field).flat();
const joined = (all) => all.map((group) => group.join(" ")).join(" / ");
const count = (cards, face) => cards.filter((card) => card === face).length;

/** As a person reads it: 5♥ ★. Tiles have no suits. */
function pretty(text) {
  if (!panel().querySelector('[data-face="AS"]')) return text;
  const sign = (letter) => Object.keys(SIGNS).find((key) => SIGNS[key] === letter);
  return text.replace(/\b(10|[A2-9JQK])([SHDC])\b/g, (_all, rank, suit) => `${rank}${sign(suit)}\ufe0e`)
    .replace(/\bJK\b/g, sign("JK"));
}

const howMany = (number) => panel().dataset.cards.replace("13", number);

// How many of a card there are ---------------------------------------------------------------

const shower = () => form().querySelector('[name="show-person"]:checked');
const isShow = (field) => field.name === "show-cards";
const person = (field) => (isShow(field) ? shower() && `p${shower().value}` : field.closest("[data-line]")?.dataset.line);
const table = (field) => (isShow(field) ? shower()?.dataset.table : field.closest("[data-deal]")?.dataset.deal) ?? "deal";

/** How often a card may still be tapped: its copies less those that lie in other fields. Melds may
    be made of the same person's cards; of others', what is in both counts once. */
function room(face) {
  const told = (into.dataset.stock ?? "").split(" ").map((one) => one.split(":"));
  const own = told.find(([name]) => name === face) ?? told.find(([, most]) => !most) ?? ["99"];
  const taken = new Map();
  for (const field of fields()) {
    if (field === into || isShow(field) || field.closest("[data-off]") || table(field) !== table(into)) continue;
    const whose = person(field);
    if (whose === person(into) && (isShow(into) || "groups" in field.dataset || "groups" in into.dataset)) continue;
    const kinds = taken.get(whose) ?? [0, 0];
    kinds["groups" in field.dataset ? 1 : 0] += count(held(field), face);
    taken.set(whose, kinds);
  }
  const others = [...taken.values()].reduce((all, kinds) => all + Math.max(...kinds), 0);
  return { copies: Number(own.at(-1)), left: Number(own.at(-1)) - others - count(held(into), face) };
}

const sizes = (field) => (field.dataset.sizes ?? "").split(" ").filter(Boolean).map(Number);

// Tapping ------------------------------------------------------------------------------------

function write(text, typed = false) {
  past.push(into.value);
  put(text, typed);
}

function put(text, typed = false) {
  into.value = text;
  replaceTyped(into);
  into.dispatchEvent(new Event("input", { bubbles: true }));
  if (!into) return;
  say("");
  stand(into);
  show(typed);
  ask(into);
}

function add(face) {
  const cards = held(into);
  const most = Math.max(0, ...sizes(into));
  if (room(face).left < 1) return say(panel().dataset.none);
  if (most && cards.length >= most) return say(panel().dataset.full);
  const all = groups(into);
  all.at(-1).push(face);
  write(joined(all));
}

function remove(face) {
  const all = groups(into);
  const group = all.findLast((cards) => cards.includes(face));
  if (!group) return;
  group.splice(group.lastIndexOf(face), 1);
  write(joined(all));
}

function tap(face) {
  if (turning) turn(face);
  else if (taking) { taking = false; remove(face); }
  else add(face);
}

const does = {
  back() { taking = !taking; show(); },
  undo() { if (past.length) put(past.pop()); },
  clear() { if (into.value) write(""); },
  group() { if (groups(into).at(-1).length) write(`${into.value.trim()} / `); },
  done() { close(true); },
};

/** The typed answer these cards stand for: emptied while there are any. */
function replaceTyped(field) {
  const typed = form().elements[`${person(field)}-${field.dataset.instead}`];
  if (!typed) return;
  const wanted = field.value.trim() ? "" : typed.value || typed.dataset.was || "";
  if (typed.value === wanted) return;
  typed.dataset.was = typed.value;
  typed.value = wanted;
  typed.dispatchEvent(new Event("input", { bubbles: true }));
}

// The card turned up: tapped first, where a hand cannot be counted without it --------------------

const radios = (name) => [...form().querySelectorAll(`[name="${name}-rank"], [name="${name}-suit"]`)];
const asked = (name) => radios(name).some((radio) => !radio.closest("[data-off]"));
const needs = () => (into.dataset.needs ?? "").split(" ")
  .filter((name) => name && name.startsWith(`${table(into)}-`) && asked(name));
const turned = (name) => ["rank", "suit"].map((half) =>
  form().querySelector(`[name="${name}-${half}"]:checked`)?.value ?? "").join("");
const nameOf = (name) => form().querySelector(`#f-${name} legend`).textContent;

/** A card as its two rows of keys: the joker has no suit. */
const ways = (name, face) => {
  const [rank, suit] = face === "JK" ? [face, ""] : [face.slice(0, -1), face.slice(-1)];
  return radios(name).filter((radio) => radio.value === (radio.name.endsWith("-rank") ? rank : suit));
};

function turn(face) {
  const chosen = ways(turning, face);
  for (const radio of radios(turning)) radio.checked = chosen.includes(radio);
  turning = needs().find((name) => name !== turning && !turned(name)) ?? null;
  chosen[0].dispatchEvent(new Event("input", { bubbles: true }));
  say("");
  show();
  ask(into);
}

function showTurned() {
  const keys = [...part("turned").children];
  for (const name of needs()) {
    const key = keys.find((one) => one.dataset.turn === name) ?? document.createElement("button");
    key.type = "button";
    key.className = "picker__key";
    key.dataset.turn = name;
    key.textContent = `${nameOf(name)}: ${pretty(turned(name)) || "–"}`;
    key.setAttribute("aria-pressed", String(turning === name));
    if (!key.isConnected) part("turned").append(key);
  }
  for (const key of keys) if (!needs().includes(key.dataset.turn)) key.remove();
}

// What it shows ------------------------------------------------------------------------------

function say(text) {
  part("said").textContent = text;
}

function show(typed = false) {
  const cards = held(into);
  for (const key of faces()) {
    const { face } = key.dataset;
    const copies = count(cards, face);
    const { copies: ever, left } = room(face);
    const free = turning ? ways(turning, face).length > 0 : taking ? copies > 0 : copies > 0 || left > 0;
    key.disabled = !free;
    key.classList.toggle("picker__face--never", ever < 1 && !copies);
    key.setAttribute("aria-pressed", String(turning ? turned(turning) === face : copies > 0));
    key.querySelector("i").textContent = copies > 1 ? `×${copies}` : "";
    key.dataset.name ??= key.getAttribute("aria-label");
    const wild = "wild" in key.dataset ? `, ${panel().dataset.wild}` : "";
    key.setAttribute("aria-label", key.dataset.name + wild + (copies > 1 ? ` ×${copies}` : ""));
  }
  control("back").setAttribute("aria-pressed", String(taking));
  control("undo").disabled = !past.length;
  control("clear").hidden = !into.value;
  const group = control("group");
  if (group) group.hidden = !("groups" in into.dataset);
  const size = sizes(into).sort((a, b) => a - b).find((one) => one >= cards.length);
  const points = asks(into).querySelector(".cards__sum b")?.textContent;
  part("count").textContent = (size ? `${cards.length}/${size}` : cards.length) + (points && cards.length ? ` · ${points}` : "");
  panel().classList.toggle("picker--full", size === cards.length);
  panel().classList.toggle("picker--taking", taking);
  showTurned();
  if (turning) say(`${panel().dataset.turned} ${nameOf(turning)}`);
  if (!typed) part("text").value = pretty(into.value);
  if (document.activeElement !== part("text")) part("text").scrollLeft = part("text").scrollWidth;
  go(cell());
}

/** The key a field is opened by, once cards stand in it: how many, and what they count. */
function stand(field, laid = null) {
  const sum = asks(field).querySelector(".cards__sum");
  const cards = held(field).length;
  const points = document.createElement("b");
  const words = document.createElement("span");
  points.textContent = laid ? ("said" in laid.dataset ? "!" : laid.dataset.points) : "";
  words.textContent = laid && !("said" in laid.dataset) ? laid.dataset.cards : howMany(cards);
  sum.replaceChildren(words, points);
  sum.hidden = !cards;
  if (!cards) unfold(field, false);
}

const laidOut = (field) => document.getElementById(`${field.id}-laid`);

function unfold(field, open) {
  asks(field).querySelector(".cards__sum").setAttribute("aria-expanded", String(open));
  laidOut(field).hidden = !open;
}

/** How the cards are laid, or the cards themselves where that is not known. */
function look(field) {
  if (laidOut(field).textContent.trim()) unfold(field, laidOut(field).hidden);
  else open(keyOf(field));
}

// What the server says -----------------------------------------------------------------------
// Of several answers only the last asked for is shown. What could not be asked is asked again.

const wanted = new Map(); // names of fields, each with the number of its last question
let timer = null;
let questions = 0;

function ask(...some) {
  for (const field of some) wanted.set(field.name, ++questions);
  clearTimeout(timer);
  if (wanted.size) timer = setTimeout(send, PAUSE);
}

function askAll() {
  ask(...fields().filter((field) => field.value.trim() && !isShow(field) && !field.closest("[data-off]")));
}

async function send() {
  for (const name of wanted.keys()) if (!form()?.elements[name]) wanted.delete(name);
  if (!wanted.size) return;
  const sent = new Map(wanted);
  const body = new FormData(form());
  for (const name of sent.keys()) body.append("field", name);
  try {
    const answer = await fetch(panel().dataset.action, { method: "POST", body });
    const html = answer.ok ? await answer.text() : "";
    for (const laid of new DOMParser().parseFromString(html, "text/html").querySelectorAll(".laid")) {
      if (wanted.get(laid.dataset.for) === sent.get(laid.dataset.for)) told(laid);
    }
    for (const [name, number] of sent) if (wanted.get(name) === number) wanted.delete(name);
  } catch {
    timer = setTimeout(send, AGAIN);
  }
}

function told(laid) {
  const field = form()?.elements[laid.dataset.for];
  if (!field) return;
  field.dataset.stock = laid.dataset.stock;
  const cards = held(field).length;
  const few = sizes(field).every((size) => size > cards) && sizes(field).length > 0;
  const clone = document.importNode(laid, true);
  if (few) clone.replaceChildren();
  laidOut(field).replaceChildren(clone);
  stand(field, few ? null : laid);
  if (field !== into) return;
  part("laid").replaceChildren(clone.cloneNode(true));
  const wild = laid.dataset.wild.split(" ");
  for (const key of faces()) key.toggleAttribute("data-wild", wild.includes(key.dataset.face));
  show(document.activeElement === part("text"));
  panel().querySelector(".visually-hidden[role]").textContent = cards ? `${laid.dataset.cards} ${few ? "" : laid.dataset.points}` : "";
}

// Opening and closing ------------------------------------------------------------------------

function button(name, more) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.setAttribute("aria-expanded", "false");
  for (const [each, text] of Object.entries(more)) made.setAttribute(each, text);
  return made;
}

/** With script there are keys over a field: what stands in it, and the one that opens the picker. */
function cover(field) {
  const laid = document.createElement("div");
  laid.className = "cards__laid";
  laid.id = `${field.id}-laid`;
  laid.hidden = true;
  const label = `${panel().dataset.tap}: ${field.labels[0].textContent}`;
  const key = button("cards__open", { "data-cards": field.name, "aria-controls": "picker", "aria-label": label });
  field.after(button("cards__sum", { "aria-controls": laid.id }), key, laid);
  asks(field).classList.add("ask--keyed");
  field.tabIndex = -1;
  stand(field);
}

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
  const name = into.closest(".line")?.querySelector(".line__name") ?? (isShow(into) && shower()?.parentElement);
  part("whose").textContent = (name || into.labels[0]).textContent;
  part("laid").replaceChildren();
  part("turned").replaceChildren();
  turning = needs().find((one) => !turned(one)) ?? null;
  say(asks(into).querySelector(".help")?.textContent ?? "");
  go(0);
  show();
  ask(into);
  (key.closest(".line") ?? asks(into)).scrollIntoView({ block: "start" });
  cells()[0].focus({ preventScroll: true });
}

/** ``back``: the focus goes back to where it came from. */
function close(back = false) {
  if (!into) return;
  const field = into;
  into = turning = null;
  taking = false;
  panel().hidden = true;
  document.body.classList.remove("picking");
  if (!field.isConnected) return;
  keyOf(field).setAttribute("aria-expanded", "false");
  if (back) keyOf(field).focus({ preventScroll: true });
  askAll();
  if (back && sizes(field).includes(held(field).length) && shower()) document.getElementById(field.dataset.then)?.click();
}

/** The page has changed: the field may be gone, or not asked any more. */
function leave() {
  if (into && (!into.isConnected || !keyOf(into).getClientRects().length)) close();
}

// Fingers ------------------------------------------------------------------------------------

let pressed = null;
let long = false;

document.addEventListener("pointerdown", (event) => {
  const face = event.target.closest?.("[data-face]")?.dataset.face;
  long = false;
  clearTimeout(pressed);
  if (!face || !into || turning || !count(held(into), face)) return;
  pressed = setTimeout(() => {
    long = true;
    navigator.vibrate?.(15);
    remove(face);
  }, LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(pressed));
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-face]")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const opens = event.target.closest?.("[data-cards]:not(#picker)");
  const sum = event.target.closest?.(".cards__sum");
  const key = event.target.closest?.("#picker button");
  if (opens) return into && keyOf(into) === opens ? close(true) : open(opens);
  if (sum) return look(asks(sum).querySelector("input"));
  if (!key || !into) return;
  if (long) { long = false; return; }
  if (key.dataset.face) tap(key.dataset.face);
  else if (key.dataset.turn) { turning = turning === key.dataset.turn ? null : key.dataset.turn; say(""); show(); }
  else does[key.dataset.picker]();
});

// Keys ---------------------------------------------------------------------------------------
// One key of the grid is in the order of tabs; arrows go to the others.

const cells = () => [...part("grid").children];
const cell = () => Math.max(0, cells().findIndex((key) => key.tabIndex === 0));
const go = (place) => cells().forEach((key, each) => { key.tabIndex = each === place ? 0 : -1; });

function arrow(name) {
  const all = cells();
  const across = all.filter((key) => key.offsetTop === all[0].offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[name];
  let place = all.indexOf(document.activeElement) + step;
  while (all[place]?.disabled) place += step;
  all[place]?.focus();
}

document.addEventListener("focusin", (event) => {
  if (!into) return;
  if (cells().includes(event.target)) go(cells().indexOf(event.target));
  else if (event.target !== part("text")) part("text").value = pretty(into.value);
});
document.addEventListener("keydown", (event) => {
  if (!into) return;
  const { face } = event.target.dataset ?? {};
  const inGrid = cells().includes(event.target);
  if (event.key === "Escape") close(true);
  else if (event.target === part("text") && event.key === "Enter") { event.preventDefault(); close(true); }
  else if (inGrid && event.key.startsWith("Arrow")) { event.preventDefault(); arrow(event.key); }
  else if (face && !turning && ["Delete", "Backspace"].includes(event.key)) { event.preventDefault(); remove(face); }
});
document.addEventListener("input", (event) => {
  if (into && event.target === part("text")) return write(plain(event.target.value), true);
  leave();
  if (form()?.contains(event.target) && !event.target.matches("[data-stock], [data-pad]")) askAll();
});
document.addEventListener("docked", (event) => { if (event.detail !== "picker") close(); });
document.addEventListener("htmx:afterSettle", () => { leave(); begin(); });
addEventListener("online", () => ask());

begin();
