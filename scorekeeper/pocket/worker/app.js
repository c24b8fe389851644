// The app: one interpreter, one request at a time, and nothing is answered that was not kept.

import * as held from "./caches.js";
import { opened } from "./python.js";
import * as store from "./store.js";

const RUNTIME = "runtime/";

/** That what a write brought could not be kept. */
export class Full extends Error {}

export class App {
  #release;
  #runtime;
  #starting = null;
  #last = Promise.resolve();
  #inside = null;
  #state = null; // as it was kept last

  constructor(release, runtime) {
    this.#release = release;
    this.#runtime = runtime;
  }

  get isReady() {
    return this.#inside !== null;
  }

  get writes() {
    return this.#state?.writes ?? 0;
  }

  start() {
    this.#starting ??= this.#open();
    this.#starting.catch(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #open() {
    await alone();
    const [files, state] = await Promise.all([held.disk(this.#release), store.kept()]);
    const options = {
      indexURL: new URL(RUNTIME, self.registration.scope).href,
      createPyodideModule: this.#runtime.createPyodideModule,
      env: { HOME: "/pocket" },
    };
    const { loadPyodide } = this.#runtime;
    const inside = await opened({
      loadPyodide,
      options,
      files,
      state,
      release: this.#release.name,
    });
    this.#state = state ?? null;
    if (inside.isNew) await this.#keep(inside);
    this.#inside = inside;
  }

  /** [status, headers, body, how often was kept]; raises Full, and nothing has changed. */
  answer(told, body = new Uint8Array()) {
    const mine = this.#last.then(() => this.#one(told, body));
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #one(told, body) {
    await this.start();
    const [status, headers, content, isChanged] = this.#inside.answer(told, body);
    if (isChanged) await this.#keep(this.#inside);
    return [status, headers, content, this.writes];
  }

  async #keep(inside) {
    const state = inside.state(this.writes + 1);
    try {
      await store.keep(state);
    } catch (error) {
      if (this.#state) inside.forget(this.#state);
      else this.#starting = this.#inside = null;
      throw new Full(String(error), { cause: error });
    }
    this.#state = state;
  }
}

let mine = null;

/** Two workers of one site never have the database open at once: while one takes over from the
    other, it waits for the last answer of that one. */
function alone() {
  mine ??= new Promise((done, failed) => {
    if (!navigator.locks) done();
    else navigator.locks.request("scorekeeper", () => new Promise(done)).catch(failed);
  });
  return mine;
}
