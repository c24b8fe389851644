// Tells the other phones that a hand is being written here, from the first tap on; what they are
// told means nothing a minute after the last. Nothing here waits for it, or needs it.

import { form } from "./hand.js";
import { key, said } from "./sending/form.js";

const AGAIN = 20000; // ms

let told = null; // the number of the hand
let at = 0;

function tell(number, more = {}) {
  const place = document.querySelector("[data-writing]")?.dataset.writing;
  if (!place || !navigator.onLine) return;
  const body = new URLSearchParams({ number, ...more });
  const headers = { "X-CSRFToken": key() };
  fetch(place, { method: "POST", body, headers, keepalive: true }).catch(() => {});
}

/** Somebody has typed something. */
export function writes() {
  const number = form() && said(form(), "number");
  const isNew = number !== told || Date.now() - at > AGAIN;
  if (!number || !isNew) return;
  told = number;
  at = Date.now();
  tell(number);
}

function leaves() {
  if (told !== null) tell(told, { leaves: 1 });
  told = null;
}

document.addEventListener("hand-saved", () => {
  told = null; // the hand is there for all to see
});
addEventListener("pagehide", leaves);
