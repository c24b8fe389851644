// What cards count the server says. What could not be asked is asked again.

import { form } from "../hand.js";
import { fields, isShow, panel } from "./fields.js";
import { Latest } from "./latest.js";

const PAUSE = 200;
const AGAIN = 4000;

const wanted = new Latest(); // names of fields
let timer = null;

/** About these fields, and those not answered yet. ``told`` hears each answer. */
export function ask(told, ...some) {
  for (const field of some) wanted.ask(field.name);
  clearTimeout(timer);
  if (!wanted.isEmpty) timer = setTimeout(send, PAUSE, told);
}

export function askAll(told) {
  const filled = (field) => field.value.trim() && !isShow(field) && !field.closest("[data-off]");
  ask(told, ...fields().filter(filled));
}

async function send(told) {
  for (const name of wanted.names) if (!form()?.elements[name]) wanted.forget(name);
  if (wanted.isEmpty) return;
  const sent = wanted.copy();
  const body = new FormData(form());
  for (const name of sent.keys()) body.append("field", name);
  try {
    const answer = await fetch(panel().dataset.action, { method: "POST", body });
    const html = answer.ok ? await answer.text() : "";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const laid of page.querySelectorAll(".laid")) {
      const field = form()?.elements[laid.dataset.for];
      if (field && wanted.isAnswered(laid.dataset.for, sent)) told(field, laid);
    }
    wanted.settle(sent);
  } catch {
    timer = setTimeout(send, AGAIN, told);
  }
}
