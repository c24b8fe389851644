// Shows what the cards of a field answer of other questions: the server says which, and counts it too.

import { form } from "../hand_form.js";
import { person } from "./fields.js";

const inputs = (name) => [...form().querySelectorAll(`input[name="${name}"]`)];

/** ``texts``: by name of the inputs, in order. What an earlier answer filled in is taken back. */
export function fill(field, texts) {
  for (const tally of form().querySelectorAll(`[data-line="${person(field)}"] .tally`)) {
    delete tally.dataset.least;
  }
  for (const box of form().querySelectorAll(`[name^="${person(field)}-"][data-filled]`)) {
    if (!(box.name in texts)) tick(box, false);
  }
  for (const name of Object.keys(texts)) {
    inputs(name).forEach((input, place) => {
      put(input, texts[name][place]);
    });
  }
  document.dispatchEvent(new Event("hand-filled"));
}

function put(input, text) {
  if (input.type !== "checkbox") input.closest(".tally").dataset.least = text;
  else if (!input.checked) tick(input, true);
}

function tick(box, isOn) {
  box.checked = isOn;
  box.toggleAttribute("data-filled", isOn);
}
