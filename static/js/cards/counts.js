// Asks the server what cards count. Of several answers about a field only the newest is shown; a failed request
// is repeated.

import { form } from "../hand_form.js";
import { fields, isShow, panel } from "./fields.js";

const PAUSE = 200;
const AGAIN = 4000;

/** Numbers questions by name: an answer is valid until the same name is asked again. */
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

  /** The current questions, to compare answers with. */
  copy() {
    return new Map(this.#numbers);
  }

  isAnswered(name, sent) {
    return this.#numbers.get(name) === sent.get(name);
  }

  /** Removes the answered questions, except those asked again since. */
  settle(sent) {
    for (const name of sent.keys()) if (this.isAnswered(name, sent)) this.forget(name);
  }
}

// Names of fields
const wanted = new Latest();
let timer = null;

/** Asks about these fields, and those without an answer. ``show`` gets each answer. */
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
