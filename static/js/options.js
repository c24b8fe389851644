// Keeps what the user typed while the server rendered the form again, whether the house rules are open, and
// the place on the screen of the field that the user changed.

import "./growing_rows.js";

const boxes = (form) => [...form.querySelectorAll("input:not([type=hidden])")];
const value = (box) => (box.matches("[type=radio], [type=checkbox]") ? box.checked : box.value);

let sentValues = new Map();
let changedMeanwhile = new Map();
let wasOpen = false;
let changedId = "";
let placeBefore = 0;

const place = (id) => document.getElementById(id)?.getBoundingClientRect().top;

document.addEventListener("change", ({ target }) => {
  changedId = target.id;
  // Whoever starts before the answer is here gets the preset whole, too
  if (target.name === "preset" && target.form.elements.tapped)
    target.form.elements.tapped.value = "1";
});

document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target.closest("form");
  if (form) sentValues = new Map(boxes(form).map((box) => [box.id, value(box)]));
});

document.addEventListener("htmx:beforeSwap", (event) => {
  placeBefore = event.detail.target.id === "options" ? place(changedId) : undefined;
  const form = event.target.closest("form");
  wasOpen = form?.querySelector("[data-open]")?.open ?? false;
  const typed = form ? boxes(form).filter((box) => box.id && sentValues.has(box.id)) : [];
  changedMeanwhile = new Map(
    typed.filter((box) => value(box) !== sentValues.get(box.id)).map((box) => [box.id, value(box)]),
  );
});

document.addEventListener("htmx:afterSwap", () => {
  const top = place(changedId) - placeBefore;
  if (top) scrollBy({ top, behavior: "instant" });
});

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, answer] of changedMeanwhile) {
    const box = document.getElementById(id);
    if (!box) continue;
    if (typeof answer === "boolean") box.checked = answer;
    else box.value = answer;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
  changedMeanwhile = new Map();
  const rules = document.querySelector("[data-open]");
  if (rules && wasOpen) rules.open = true;
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
