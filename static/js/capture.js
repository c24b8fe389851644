// The capture page: what is asked is shown (asked.js), what is typed is kept and sent (sending.js).
// No rule of any game: which question depends on which answer is written in the page.

import { release, showWhatIsAsked } from "./asked.js";
import { counts, form } from "./hand.js";
import { answered, keep } from "./sending.js";
import { takenBack } from "./taken.js";
import { wasTapped } from "./taps.js";

/** To the first empty count, after somebody was tapped as the winner (never from the keyboard). */
function goToFirstCount(tapped) {
  if (!wasTapped() || !tapped.checked || !tapped.closest(".who")) return;
  counts()
    .find((input) => !input.value)
    ?.focus({ preventScroll: true });
}

function changed(event) {
  if (!event.target.closest?.("#hand")) return;
  const typedBefore = event.target === form(); // and filled in anew: nobody has read the result yet
  if (!typedBefore) document.querySelector("[data-result]")?.classList.add("result--past");
  document.getElementById("slip")?.classList.add("slip--past"); // until the next one is here
  release(event.target);
  showWhatIsAsked();
  if (event.target.matches("[type=radio], [type=checkbox]")) goToFirstCount(event.target);
  keep();
}

const NEWS = "div.news > div";
const number = () => form()?.elements.namedItem("number")?.value; // none where a hand is tried

/** What was said of the hand before goes; whoever was there goes on at the new one. */
function goOn(said) {
  const head = said?.contains(document.activeElement) && document.querySelector("#capture h1");
  said?.remove();
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

/** What a cap cuts is written beside the row it was typed in. */
function showCaps() {
  for (const old of form()?.querySelectorAll(".line .line__cap") ?? []) old.remove();
  for (const cap of document.querySelectorAll("#slip [data-beside]")) {
    form()?.querySelector(`.line[data-line="${cap.dataset.beside}"] .line__legend`)?.append(cap);
  }
}

let slipOpen = false;
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.("#slip > details")) slipOpen = event.target.open;
  },
  true,
);
document.addEventListener("htmx:afterSettle", (event) => {
  const { elt, target } = event.detail;
  if (target?.id === "slip" && slipOpen) {
    const slip = document.querySelector("#slip > details");
    if (slip) slip.open = true;
  }
  if (target?.id === "slip") showCaps();
  if (document.getElementById("capture") === elt || target?.id === "capture") {
    goOn(document.querySelector(".overtaken"));
    begin();
    answered();
  }
});
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches(NEWS)) return;
  if (!number() || document.hidden || !navigator.onLine) event.preventDefault();
  else event.detail.parameters.number = number();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.matches(NEWS)) return;
  const isLate = detail.requestConfig.parameters.number !== number();
  if (isLate) detail.shouldSwap = false; // of the hand before
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr.status === 404 && event.target.closest?.("#capture, .news")) takenBack();
});
document.addEventListener("input", changed);
document.addEventListener("hand-changed", keep);
document.addEventListener("hand-filled", showWhatIsAsked);
document.addEventListener("click", (event) => {
  const fine = event.target.closest?.("[data-fine]");
  if (!fine) return;
  event.preventDefault();
  fine.closest("[data-odd]").remove();
});

function begin() {
  slipOpen = false;
  for (const input of form()?.querySelectorAll("[data-pad]") ?? []) input.inputMode = "none";
  showWhatIsAsked();
}

begin();
// Cut off at this very moment, the page is without it until the network is back.
const later = () =>
  import("./meanwhile.js").catch(() => addEventListener("online", later, { once: true }));
addEventListener("load", later);
