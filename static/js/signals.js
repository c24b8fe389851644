// Signals of a saved hand: the device on which it was saved vibrates, and devices read the page's result
// aloud where the user has switched that on.

import { sentence } from "./signals/result.js";
import { switches } from "./signals/switches.js";
import { voice } from "./signals/voice.js";

const SHORT = 40; // ms
const { isOn, turn } = switches(() => localStorage);
const speaker = voice(window);
const can = { aloud: speaker.can, buzz: Boolean(navigator.vibrate) };

const board = () => document.querySelector("[data-aloud]")?.dataset.aloud ?? "";
const result = () => document.querySelector("#capture [data-result]");
const say = (text) => speaker.say(text, document.documentElement.lang);

let lastResult = board(); // a new page does not read its last hand
let isSaved = false;

function show() {
  for (const button of document.querySelectorAll("[data-signal]")) {
    button.hidden = !can[button.dataset.signal];
    button.setAttribute("aria-pressed", isOn(button.dataset.signal));
  }
  for (const head of document.querySelectorAll("[data-signals]"))
    head.hidden = !Object.values(can).some(Boolean);
}

function lastHand() {
  return board() || (result() ? sentence(result()) : "");
}

const isCapture = ({ elt, target }) => elt?.id === "capture" || target?.id === "capture";

function readResult(event) {
  const current = board();
  if (current !== lastResult && isOn("aloud")) say(current);
  lastResult = current;
  if (!isSaved || !isCapture(event.detail)) return;
  isSaved = false;
  if (result() && isOn("aloud")) say(sentence(result()));
}

document.addEventListener("hand-saved", () => {
  isSaved = true;
  const isTouched = navigator.userActivation?.hasBeenActive ?? true; // otherwise the browser refuses
  if (can.buzz && isTouched && isOn("buzz")) navigator.vibrate(SHORT);
});
document.addEventListener("htmx:afterSettle", readResult);
document.addEventListener("click", (event) => {
  const name = event.target.closest?.("[data-signal]")?.dataset.signal;
  if (!name) return;
  const isNowOn = turn(name);
  if (name === "aloud") isNowOn ? say(lastHand()) : speaker.stop(); // some voices wake at a tap only
  if (name === "buzz" && isNowOn) navigator.vibrate(SHORT);
  show();
});
addEventListener("pagehide", speaker.stop);
show();
