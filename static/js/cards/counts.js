// What cards count the server says. Of several answers about a field only the last asked for counts;
// what could not be asked is asked again.

import { form } from "../hand.js";
import { fields, isShow, panel } from "./fields.js";

const PAUSE = 200;
const AGAIN = 4000;

/** Numbers questions by name: an answer counts while nothing newer was asked under its name. */
export class Latest {
  #asked = new Map();
  #questions = 0;

  get isEmpty() {
    return !this.#asked.size;
  }

  get names() {
    return [...this.#asked.keys()];
  }

  ask(name) {
    this.#asked.set(name, ++this.#questions);
  }

  forget(name) {
    this.#asked.delete(name);
  }

  /** What is asked now, to compare answers with. */
  copy() {
    return new Map(this.#asked);
  }

  isAnswered(name, sent) {
    return this.#asked.get(name) === sent.get(name);
  }

  /** All that was sent was answered, but for what was asked again since. */
  settle(sent) {
    for (const name of sent.keys()) if (this.isAnswered(name, sent)) this.forget(name);
  }
}

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
