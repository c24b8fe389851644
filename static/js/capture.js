// The hand page: shows the questions (questions.js), stores and sends the input (sending.js). Knows no rules:
// the page declares which question depends on which answer.

import { form } from "./hand_form.js";
import { release, showAsked } from "./questions.js";
import { showRevoked } from "./revoked.js";
import { keep, takeAnswer } from "./sending.js";

const slip = () => document.getElementById("slip");
// Of the input: a preview of fewer is outdated
let changes = 0;
// How many changes the requested preview includes
let previewed = 0;

/** Dims an outdated preview until the next one is here. */
function dim() {
  slip()?.setAttribute("aria-busy", previewed < changes);
}

function change(event) {
  if (!event.target.closest?.("#hand")) return;
  changes += 1;
  dim();
  // Filled in by script: nobody has read the result yet
  const typedBefore = event.target === form();
  if (!typedBefore) document.querySelector("[data-result]")?.classList.add("result--past");
  event.target.removeAttribute("aria-invalid");
  event.target.closest(".ask")?.querySelector(".error")?.remove();
  release(event.target);
  showAsked();
  keep();
}

const NEWS = "div.news > div";
// None on a page to try hands
const number = () => form()?.elements.namedItem("number")?.value;

/** Removes the notice about the previous hand, and moves its focus to the new one. */
function removeNotice(notice) {
  const head = notice?.contains(document.activeElement) && document.querySelector("#capture h1");
  notice?.remove();
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

let isSlipOpen = false;
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.closest?.("#slip")) isSlipOpen = event.target.open;
  },
  true,
);
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt, target } = event.detail;
  if (target?.id === "slip") dim();
  if (target?.id === "slip" && isSlipOpen) {
    const details = slip().querySelector("details");
    if (details) details.open = true;
  }
  if (document.getElementById("capture") === elt || target?.id === "capture") {
    removeNotice(document.querySelector(".overtaken"));
    begin();
    takeAnswer();
  }
});
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches(NEWS)) return;
  if (!number() || document.hidden || !navigator.onLine) event.preventDefault();
  else event.detail.parameters.number = number();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target?.id === "slip") previewed = changes;
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.matches(NEWS)) return;
  const isLate = detail.requestConfig.parameters.number !== number();
  if (isLate) detail.shouldSwap = false; // of the previous hand
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status === 404 && event.target.closest?.("#capture, .news")) showRevoked();
});
document.addEventListener("input", change);
document.addEventListener("hand-changed", keep);
document.addEventListener("hand-filled", showAsked);
document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-ticks]");
  if (key) form().elements[key.dataset.ticks].click();
});
document.addEventListener("click", (event) => {
  const fine = event.target.closest?.("[data-fine]");
  if (!fine) return;
  event.preventDefault();
  fine.closest("[data-odd]").remove();
});

function begin() {
  isSlipOpen = false;
  previewed = changes;
  for (const input of form()?.querySelectorAll("[data-pad]") ?? []) input.inputMode = "none";
  showAsked();
}

begin();
// Without a network at this moment it loads when the network is back.
const later = () =>
  import("./hand_background.js").catch(() => addEventListener("online", later, { once: true }));
addEventListener("load", later);
