// A phone tells that a hand was saved: it vibrates where it was saved, and reads the hand aloud
// where somebody has switched that on. The words are those of the page.

import { sentence } from "./signals/result.js";
import { switches } from "./signals/switches.js";
import { voice } from "./signals/voice.js";

const SHORT = 40; // ms
const { isOn, turn } = switches(() => localStorage);
const speaker = voice(window);
const can = { aloud: speaker.can, buzz: Boolean(navigator.vibrate) };

const board = () => document.querySelector("[data-aloud]")?.dataset.aloud ?? "";
const result = () => document.querySelector("#capture [data-result]");
const say = (words) => speaker.say(words, document.documentElement.lang);

let said = board(); // who opens a page has not waited for its last hand
let saved = false;

function show() {
  for (const each of document.querySelectorAll("[data-signal]")) {
    each.hidden = !can[each.dataset.signal];
    each.setAttribute("aria-pressed", isOn(each.dataset.signal));
  }
  for (const head of document.querySelectorAll("[data-signals]"))
    head.hidden = !Object.values(can).some(Boolean);
}

function lastHand() {
  return board() || (result() ? sentence(result()) : "");
}

const isCapture = ({ elt, target }) => elt?.id === "capture" || target?.id === "capture";

function tell(event) {
  const now = board();
  if (now !== said && isOn("aloud")) say(now);
  said = now;
  if (!saved || !isCapture(event.detail)) return;
  saved = false;
  if (result() && isOn("aloud")) say(sentence(result()));
}

document.addEventListener("hand-saved", () => {
  saved = true;
  const isTouched = navigator.userActivation?.hasBeenActive ?? true; // a browser refuses else
  if (can.buzz && isTouched && isOn("buzz")) navigator.vibrate(SHORT);
});
document.addEventListener("htmx:afterSettle", tell);
document.addEventListener("click", (event) => {
  const name = event.target.closest?.("[data-signal]")?.dataset.signal;
  if (!name) return;
  const on = turn(name);
  if (name === "aloud") on ? say(lastHand()) : speaker.stop(); // some voices wake at a tap only
  if (name === "buzz" && on) navigator.vibrate(SHORT);
  show();
});
addEventListener("pagehide", speaker.stop);
show();
