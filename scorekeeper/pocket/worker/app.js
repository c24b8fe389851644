// The app: one interpreter, one request at a time, and nothing is answered that was not kept.

import * as held from "./caches.js";
import { named } from "./names.js";
import { opened } from "./python.js";
import * as store from "./store.js";

const RUNTIME = "runtime/";
const READS = ["GET", "HEAD"];
const name = () => named(self.registration.scope);

/** That what a write brought could not be kept. `last` answers once more, from what is now spoilt. */
export class Unkept extends Error {
  constructor(cause, inside) {
    super(String(cause), { cause });
    this.isFull = store.isFull(cause);
    this.last = (told) => inside.answer(told, new Uint8Array());
  }
}

export class App {
  #release;
  #runtime;
  #starting = null;
  #last = Promise.resolve();
  #inside = null;
  #writes = 0; // how often it was kept

  #letGo = null; // of the database: another worker may have it then
  #others = new BroadcastChannel(name());

  constructor(release, runtime) {
    this.#release = release;
    this.#runtime = runtime;
    this.#others.onmessage = () => this.#rest();
  }

  get isReady() {
    return this.#inside !== null;
  }

  get writes() {
    return this.#writes;
  }

  start() {
    this.#starting ??= this.#open();
    this.#starting.catch(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #open() {
    await this.#alone();
    await held.take(this.#release, () => {}); // whatever the browser has thrown away since
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
      languages: self.navigator.languages.join(","),
    });
    this.#writes = state?.writes ?? 0;
    if (inside.isNew) await this.#keep(inside, Boolean(state));
    this.#inside = inside;
  }

  /** [status, headers, body, how often was kept]; raises Unkept, and nothing has changed. */
  answer(told, body = new Uint8Array()) {
    const mine = this.#last.then(() => this.#one(told, body));
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #one(told, body) {
    await this.start();
    try {
      const [status, headers, content, isChanged] = this.#inside.answer(told, body);
      if (isChanged) await this.#keep(this.#inside, READS.includes(told.method));
      return [status, headers, content, this.writes];
    } catch (error) {
      this.#starting = this.#inside = null; // begins anew from what was kept last
      throw error;
    }
  }

  /** `mayWait`: nobody wrote anything, so a full phone can still be read, and backed up. The next
      write brings it along. */
  async #keep(inside, mayWait) {
    const writes = this.#writes + 1;
    try {
      await store.keep(inside.state(writes));
      this.#writes = writes;
    } catch (error) {
      if (!mayWait) throw new Unkept(error, inside);
    }
  }

  /** Two workers of one site never have the database at once: where a release takes over from
      another, it asks for it, and waits for the last answer of that one. */
  #alone() {
    if (this.#letGo || !navigator.locks) return;
    this.#others.postMessage("let go");
    return new Promise((done, failed) => {
      const held = () =>
        new Promise((letGo) => {
          this.#letGo = letGo;
          done();
        });
      navigator.locks.request(name(), held).catch(failed);
    });
  }

  #rest() {
    if (!this.#letGo) return;
    this.#last = this.#last.then(async () => {
      await this.#starting?.catch(() => {});
      this.#starting = this.#inside = null;
      this.#letGo?.();
      this.#letGo = null;
    });
  }
}
