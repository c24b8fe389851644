// Tells the other phones that a hand is being written here, from the first tap on; what they are
// told means nothing a minute after the last. Nothing here waits for it, or needs it.

import { form } from "./hand.js";
import { key, value } from "./sending/form.js";

const AGAIN = 20000; // ms

let announced = null; // the number of the hand
let announcedAt = 0;

function post(number, fields = {}) {
  const url = document.querySelector("[data-writing]")?.dataset.writing;
  if (!url || !navigator.onLine) return;
  const body = new URLSearchParams({ number, ...fields });
  const headers = { "X-CSRFToken": key() };
  fetch(url, { method: "POST", body, headers, keepalive: true }).catch(() => {});
}

/** Somebody has typed something. */
export function announce() {
  const number = form() && value(form(), "number");
  const isNew = number !== announced || Date.now() - announcedAt > AGAIN;
  if (!number || !isNew) return;
  announced = number;
  announcedAt = Date.now();
  post(number);
}

function leave() {
  if (announced !== null) post(announced, { leaves: 1 });
  announced = null;
}

document.addEventListener("hand-saved", () => {
  announced = null; // the hand is there for all to see
});
addEventListener("pagehide", leave);
