// Of several answers about one thing only the last asked for counts.

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
