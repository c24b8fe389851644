// Keeps what a person did while the server was drawing the form anew: what was typed meanwhile,
// and that the house rules lie open.

import "./growing_rows.js";

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

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches("[data-open]")) {
      event.target.querySelector("input[name=open]").value = event.target.open ? "1" : "";
    }
  },
  true,
);
