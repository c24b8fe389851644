// Keeps what a person did while the server was drawing the form anew: what was typed meanwhile,
// and that the house rules lie open.

const boxes = (form) => [...form.querySelectorAll("input:not([type=hidden])")];
const value = (box) => (box.matches("[type=radio], [type=checkbox]") ? box.checked : box.value);

let sent = new Map();
let late = new Map();
let lay = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target.closest("form");
  if (form) sent = new Map(boxes(form).map((box) => [box.id, value(box)]));
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.target.closest("form");
  lay = form?.querySelector("[data-open]")?.open ?? false;
  const typed = form ? boxes(form).filter((box) => box.id && sent.has(box.id)) : [];
  late = new Map(
    typed.filter((box) => value(box) !== sent.get(box.id)).map((box) => [box.id, value(box)]),
  );
});

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, then] of late) {
    const box = document.getElementById(id);
    if (!box) continue;
    if (typeof then === "boolean") box.checked = then;
    else box.value = then;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
  late = new Map();
  const rules = document.querySelector("[data-open]");
  if (rules && lay) rules.open = true;
});

// Half a row is not an answer yet.
document.addEventListener(
  "change",
  (event) => {
    const row = event.target.closest("[data-grows] > *");
    const filled = [...(row?.querySelectorAll("input") ?? [])].map((box) => box.value.trim() !== "");
    if (filled.includes(true) && filled.includes(false)) event.stopPropagation();
  },
  true,
);

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches("[data-open]")) {
      event.target.querySelector("input[name=open]").value = event.target.open ? "1" : "";
    }
  },
  true,
);

// A list of names with numbers has a free row at its end, until it is full.
document.addEventListener("input", (event) => {
  const rows = event.target.closest("[data-grows]");
  if (!rows || rows.children.length >= Number(rows.dataset.grows)) return;
  const last = rows.lastElementChild;
  if (![...last.querySelectorAll("input")].some((input) => input.value.trim())) return;
  const row = last.cloneNode(true);
  const number = rows.children.length + 1;
  for (const input of row.querySelectorAll("input")) {
    input.value = "";
    input.id = input.id.replace(/\d+/, number);
    input.removeAttribute("aria-invalid");
  }
  for (const label of row.querySelectorAll(".visually-hidden")) {
    label.textContent = label.textContent.replace(/\p{Nd}+/u, number);
  }
  rows.append(row);
});
