// Other taps than answers: they undo a choice, and count up and down.

import { figure } from "./digits.js";
import { announce, named } from "./hand_form.js";

let chosenBefore = null;
let byFinger = -Infinity;

export const wasTapped = () => performance.now() - byFinger < 1000;

function rememberChosen(event) {
  const radio = event.target.closest?.(".chip")?.querySelector('input[type="radio"]');
  chosenBefore = radio?.checked ? radio : null;
  byFinger = performance.now();
}

/** A second tap on an answer in a person's row resets it to the default; a winner or a result stays
    chosen. */
function takeBack(event) {
  const radio = event.target;
  if (radio.type !== "radio" || radio !== chosenBefore || !radio.closest(".line")) return;
  chosenBefore = null;
  const usual = named(radio.name).find((other) => "suggested" in other.dataset);
  if (!usual || usual === radio) return;
  usual.checked = true;
  announce(radio);
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  const most = Number(button.parentElement.dataset.most ?? Infinity);
  const least = Number(input.dataset.least ?? 0);
  const next = (figure(input.value) || 0) + Number(button.dataset.step);
  input.value = String(Math.min(most, Math.max(least, next)));
  announce(input);
}

document.addEventListener("pointerdown", rememberChosen, true);
document.addEventListener("click", (event) => {
  if (event.target.matches?.("[data-step]")) step(event.target);
  else takeBack(event);
});
