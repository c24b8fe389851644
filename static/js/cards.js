// The card picker: one tap per card, on the page's own felt. It writes into a text field, so what it
// does can be typed too, and a page without script has the field alone. Knows cards, no game: what
// is wild, how many copies there are and what a hand counts the server says; without a signal
// everything but that still works.

const LONG = 500;

const panel = () => document.getElementById("picker");
const form = () => document.getElementById("hand");
const part = (name) => panel().querySelector(`.picker__${name}`);
const faces = () => [...panel().querySelectorAll("[data-face]")];
const split = (text) => text.toUpperCase().replaceAll("10", "T").split(/[\s,;]+/).filter(Boolean)
  .map((face) => face.replace("T", "10"));

let into = null;
let turning = null;
const asked = new WeakMap();

// What is held -------------------------------------------------------------------------------

const groups = () => into.value.split("/").map((group) => split(group));
const held = () => groups().flat();
const count = (cards, face) => cards.filter((card) => card === face).length;

/** How often a card may be held here: its copies less what others at the table have shown. */
function room(face) {
  const told = (into.dataset.stock ?? "").split(" ").map((one) => one.split(":"));
  const own = told.find(([name]) => name === face) ?? told.find(([name, most]) => !most) ?? ["99"];
  const others = [...form().querySelectorAll("input[data-stock]")]
    .filter((input) => input !== into && !input.closest("[data-off]"))
    .flatMap((input) => split(input.value.replaceAll("/", " ")));
  return Number(own.at(-1)) - count(others, face);
}

function write(text) {
  into.value = text;
  into.dispatchEvent(new Event("input", { bubbles: true }));
  show();
  ask();
}

function add(face) {
  if (turning) return turn(face);
  if (count(held(), face) >= room(face)) return say(part("grid").dataset.none);
  write(`${into.value} ${face}`.trim());
}

function remove(face) {
  const cards = into.value.split(" ");
  const at = cards.findLastIndex((card) => split(card)[0] === face);
  if (at < 0) return;
  write(cards.toSpliced(at, 1).join(" "));
}

function undo() {
  write(into.value.trim().split(" ").slice(0, -1).join(" "));
}

// The card turned up: tapped first, where a hand cannot be counted without it --------------------

const needed = () => (into.dataset.needs ?? "").split(" ").filter((name) => name && radios(name).length
  && !radios(name).some((radio) => radio.checked));
const radios = (name) => [...form().querySelectorAll(`[name="${name}-rank"], [name="${name}-suit"]`)];

function turn(face) {
  const [rank, suit] = face === "JK" ? ["JK", ""] : [face.slice(0, -1), face.slice(-1)];
  for (const radio of radios(turning)) radio.checked = radio.value === (radio.name.endsWith("-rank") ? rank : suit);
  radios(turning)[0].dispatchEvent(new Event("input", { bubbles: true }));
  turning = null;
  show();
  ask();
}

// What it shows ------------------------------------------------------------------------------

function say(text) {
  part("said").textContent = text;
}

function show() {
  const cards = held();
  const sizes = (into.dataset.sizes ?? "").split(" ").filter(Boolean).map(Number);
  for (const key of faces()) {
    const copies = count(cards, key.dataset.face);
    key.dataset.copies = copies || "";
    key.classList.toggle("picker__face--held", copies > 0);
    key.disabled = !turning && copies === 0 && room(key.dataset.face) < 1;
    key.querySelector(".picker__copies").textContent = copies > 1 ? `×${copies}` : "";
    key.setAttribute("aria-pressed", String(copies > 0));
  }
  const most = sizes.length ? Math.max(...sizes) : 0;
  part("count").textContent = turning ? "" : most ? `${cards.length} / ${most}` : String(cards.length);
  panel().classList.toggle("picker--full", sizes.includes(cards.length));
  part("text").value = into.value;
  if (turning) say(part("grid").dataset.turned);
}

function mark(wild) {
  for (const key of faces()) key.classList.toggle("picker__face--wild", wild.includes(key.dataset.face));
}

/** What the hand counts, from the server; of several answers only the last asked for is shown. */
function ask(field = into) {
  clearTimeout(asked.get(field));
  const mine = setTimeout(async () => {
    const body = new FormData(form());
    body.set("field", field.name);
    try {
      const answer = await fetch(panel().dataset.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (answer.ok && asked.get(field) === mine) told(await answer.text(), field);
    } catch { /* no signal: the cards stand all the same */ }
  }, 200);
  asked.set(field, mine);
}

function told(html, field) {
  const laid = new DOMParser().parseFromString(html, "text/html").querySelector(".laid");
  if (!laid) return;
  field.dataset.stock = laid.dataset.stock || field.dataset.stock;
  const place = document.getElementById(`${field.id}-laid`);
  place?.replaceChildren(document.importNode(laid, true));
  stand(field, laid.dataset.points ?? "");
  if (field !== into) return;
  part("laid").replaceChildren(document.importNode(laid, true));
  mark((laid.dataset.wild ?? "").split(" "));
  show();
}

/** The typed answer these cards replace: empty, and showing what they count. */
function stand(field, points) {
  const typed = form().elements[field.dataset.instead];
  if (!typed) return;
  if (field.value && typed.value) {
    typed.value = "";
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typed.placeholder = field.value && points ? points : typed.dataset.placeholder ?? typed.placeholder;
}

// Opening and closing ------------------------------------------------------------------------

/** With script there are keys, and the text stands in the picker. */
function begin() {
  for (const button of document.querySelectorAll("[data-cards][hidden]")) {
    button.hidden = false;
    const field = form().elements[button.dataset.cards];
    field.classList.add("cards__text--covered");
    field.tabIndex = -1;
    if (field.value) ask(field);
  }
}

function open(button) {
  into = form().elements[button.dataset.cards];
  const typed = form().elements[into.dataset.instead];
  if (typed) typed.dataset.placeholder ??= typed.placeholder;
  turning = needed()[0] ?? null;
  document.dispatchEvent(new CustomEvent("pad-close"));
  panel().hidden = false;
  document.body.classList.add("picking");
  part("whose").textContent = button.closest(".line")?.querySelector(".line__name")?.textContent ?? "";
  part("laid").replaceChildren();
  say("");
  mark([]);
  show();
  ask();
  button.closest(".line, .ask")?.scrollIntoView({ block: "start" });
  faces()[0].focus({ preventScroll: true });
}

function close() {
  if (!into) return;
  const field = into;
  into = turning = null;
  panel().hidden = true;
  document.body.classList.remove("picking");
  form()?.querySelector(`[data-cards="${field.name}"]`)?.focus({ preventScroll: true });
}

// Fingers and keys ---------------------------------------------------------------------------

let pressed = null;
let long = false;
document.addEventListener("pointerdown", (event) => {
  const key = event.target.closest?.("[data-face]");
  long = false;
  clearTimeout(pressed);
  if (key && into) pressed = setTimeout(() => { long = true; remove(key.dataset.face); }, LONG);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
  document.addEventListener(end, () => clearTimeout(pressed));
}
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-face]")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-cards]");
  if (button) return into?.name === button.dataset.cards ? close() : open(button);
  const key = event.target.closest?.("#picker button");
  if (!key || !into) return;
  if (key.dataset.face) { if (!long) add(key.dataset.face); }
  else if (key.dataset.picker === "undo") undo();
  else if (key.dataset.picker === "group") write(`${into.value.trim()} /`);
  else close();
});
document.addEventListener("keydown", (event) => {
  if (!into) return;
  if (event.key === "Escape") close();
  else if ((event.key === "Delete" || event.key === "Backspace") && event.target.dataset?.face) {
    event.preventDefault();
    remove(event.target.dataset.face);
  } else if (event.key === "Enter" && event.target === part("text")) { event.preventDefault(); close(); }
});
document.addEventListener("input", (event) => {
  if (into && event.target === part("text")) write(event.target.value);
  else if (into && !into.isConnected) { into = null; panel().hidden = true; document.body.classList.remove("picking"); }
});
document.addEventListener("htmx:afterSettle", () => { if (panel()) begin(); });
document.addEventListener("htmx:afterSwap", () => {
  if (into && !into.isConnected) { into = turning = null; panel().hidden = true; document.body.classList.remove("picking"); }
});

if (panel()) begin();
