// The pages of a tournament day: fetch what has changed at its tables, whose hands raise no version of the day,
// count down the clock of the round from the server's time, and sync what waits on this device.

import { switches } from "./signals/switches.js";

const { isOn, turn } = switches(() => localStorage);
const pageStart = performance.now();
const serverOffset = new WeakMap();
let rung = "";

for (const part of document.querySelectorAll("[data-every]")) {
  const { id, dataset } = part;
  setInterval(() => {
    const shown = document.getElementById(id);
    if (!document.hidden && shown) window.htmx.trigger(shown, "wake");
  }, dataset.every * 1000);
}

/** Hands that this device entered offline at a table are synced from here too. */
const syncTables = () => navigator.serviceWorker?.controller?.postMessage({ ask: "awake" });
addEventListener("online", syncTables);
syncTables();

/** Milliseconds until the round ends, by the server's clock. */
function timeLeft(clock) {
  if (!serverOffset.has(clock)) {
    serverOffset.set(clock, Date.parse(clock.dataset.now) - performance.now());
  }
  return Date.parse(clock.dataset.ends) - (serverOffset.get(clock) + performance.now());
}

const digits = (seconds) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .filter((value, place) => place || value)
    .map((value, place) => (place ? String(value).padStart(2, "0") : String(value)))
    .join(":");

function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const seconds = Math.max(0, Math.ceil(timeLeft(clock) / 1000));
    clock.querySelector("[data-left]").textContent = digits(seconds);
    clock.querySelector("[data-over]").hidden = seconds > 0;
    // Only an end that this page has seen coming rings, and once.
    if (seconds > 0 || performance.now() - pageStart < 2000) continue;
    if (isOn("bell") && rung !== clock.dataset.ends) ring();
    rung = clock.dataset.ends;
  }
  for (const button of document.querySelectorAll("[data-bell]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn("bell")));
  }
  for (const note of document.querySelectorAll("[data-silent]"))
    note.hidden = !isOn("bell") || canSound();
}

/** A browser lets a page sound only after a tap on it. */
const canSound = () => navigator.userActivation?.hasBeenActive ?? true;

function ring() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.4, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 1.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 1.5);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-bell]") && turn("bell")) ring(); // one hears that it works
  tick();
});
document.addEventListener("htmx:afterSwap", tick);
setInterval(tick, 500);
tick();
