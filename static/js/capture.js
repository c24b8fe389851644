// The capture page: what is asked is shown (questions.js), what is typed is kept and sent (sending.js).
// No rule of any game: which question depends on which answer is written in the page.

import { form } from "./hand.js";
import { release, showAsked } from "./questions.js";
import { showRevoked } from "./revoked.js";
import { keep, takeAnswer } from "./sending.js";

const slip = () => document.getElementById("slip");
let changes = 0; // of what is typed: a preview of fewer is being worked out anew
let previewed = 0; // how many the preview on its way knows

/** A preview that is no longer so is dimmed until the next one has come. */
function dim() {
  slip()?.setAttribute("aria-busy", previewed < changes);
}

function change(event) {
  if (!event.target.closest?.("#hand")) return;
  changes += 1;
  dim();
  const typedBefore = event.target === form(); // and filled in anew: nobody has read the result yet
  if (!typedBefore) document.querySelector("[data-result]")?.classList.add("result--past");
  event.target.removeAttribute("aria-invalid");
  event.target.closest(".ask")?.querySelector(".error")?.remove();
  release(event.target);
  showAsked();
  keep();
}

const NEWS = "div.news > div";
const number = () => form()?.elements.namedItem("number")?.value; // none where a hand is tried

/** What was said of the hand before goes; whoever was there goes on at the new one. */
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
  if (isLate) detail.shouldSwap = false; // of the hand before
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status === 404 && event.target.closest?.("#capture, .news")) showRevoked();
});
document.addEventListener("input", change);
document.addEventListener("hand-changed", keep);
document.addEventListener("hand-filled", showAsked);
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
// Cut off at this very moment, the page is without it until the network is back.
const later = () =>
  import("./background.js").catch(() => addEventListener("online", later, { once: true }));
addEventListener("load", later);
