// What cards count the server says. Of several answers about a field only the last asked for counts;
// what could not be asked is asked again.

import { form } from "../hand.js";
import { fields, isShow, panel } from "./fields.js";

const PAUSE = 200;
const AGAIN = 4000;

/** Numbers questions by name: an answer counts while nothing newer was asked under its name. */
export class Latest {
  #numbers = new Map();
  #questions = 0;

  get isEmpty() {
    return !this.#numbers.size;
  }

  get names() {
    return [...this.#numbers.keys()];
  }

  ask(name) {
    this.#numbers.set(name, ++this.#questions);
  }

  forget(name) {
    this.#numbers.delete(name);
  }

  /** What is asked now, to compare answers with. */
  copy() {
    return new Map(this.#numbers);
  }

  isAnswered(name, sent) {
    return this.#numbers.get(name) === sent.get(name);
  }

  /** All that was sent was answered, but for what was asked again since. */
  settle(sent) {
    for (const name of sent.keys()) if (this.isAnswered(name, sent)) this.forget(name);
  }
}

const wanted = new Latest(); // names of fields
let timer = null;

/** About these fields, and those not answered yet. ``told`` hears each answer. */
export function ask(show, ...added) {
  for (const field of added) wanted.ask(field.name);
  clearTimeout(timer);
  if (!wanted.isEmpty) timer = setTimeout(send, PAUSE, show);
}

export function askAll(show) {
  const filled = (field) => field.value.trim() && !isShow(field) && !field.closest("[data-off]");
  ask(show, ...fields().filter(filled));
}

async function send(show) {
  for (const name of wanted.names) if (!form()?.elements[name]) wanted.forget(name);
  if (wanted.isEmpty) return;
  const sent = wanted.copy();
  const body = new FormData(form());
  for (const name of sent.keys()) body.append("field", name);
  try {
    const answer = await fetch(panel().dataset.action, { method: "POST", body });
    const html = answer.ok ? await answer.text() : "";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const layout of page.querySelectorAll(".laid")) {
      const field = form()?.elements[layout.dataset.for];
      if (field && wanted.isAnswered(layout.dataset.for, sent)) show(field, layout);
    }
    wanted.settle(sent);
  } catch {
    timer = setTimeout(send, AGAIN, show);
  }
}
