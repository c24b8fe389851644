// Tells other devices that somebody is entering a hand here, from the first tap on. It expires a minute after
// the last message. Nothing waits for it.

import { form } from "./hand_form.js";
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

/** Call this after each input. */
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

document.addEventListener("hand-saved", leave); // or it would be shown again after Undo
document.addEventListener("visibilitychange", () => document.hidden && leave()); // not all browsers tell more
addEventListener("pagehide", leave);
