// The app: one interpreter, in one place at a time, one request at a time, and nothing is answered that
// was not kept.

import * as held from "./caches.js";
import { named } from "./names.js";
import { form, isSame, itemOf } from "./outbox.js";
import { openApp } from "./python.js";
import * as store from "./store.js";

const RUNTIME = "runtime/";
const READS = ["GET", "HEAD"];
const FORM = "application/x-www-form-urlencoded";
const KEY = "key"; // signs this phone's cookies, in all places
const KEY_LENGTH = 40;
const name = () => named(self.registration.scope);

/** What was begun on this phone, to whichever server it may be handed over. */
export const HERE = "";

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
  #place = null; // where the interpreter is; null: nowhere that still holds
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

  /** Whether an answer from there needs no start. */
  isAt(place) {
    return this.isReady && this.#place === place;
  }

  get writes() {
    return this.#writes;
  }

  /** There, unless it was started elsewhere already. */
  start(place = HERE) {
    this.#starting ??= this.#open(place);
    this.#starting.catch(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #open(place) {
    await this.#alone();
    await held.take(this.#release, () => {}); // whatever the browser has thrown away since
    const [files, state] = await Promise.all([held.disk(this.#release), stateOf(place)]);
    const options = {
      indexURL: new URL(RUNTIME, self.registration.scope).href,
      createPyodideModule: this.#runtime.createPyodideModule,
      env: { HOME: "/pocket" },
    };
    const { loadPyodide } = this.#runtime;
    const inside = await openApp({
      loadPyodide,
      options,
      files,
      state,
      place,
      release: this.#release.name,
      languages: self.navigator.languages.join(","),
    });
    await this.#come(inside, place, state);
    this.#inside = inside;
  }

  async #turn(place) {
    this.#place = null;
    const state = await stateOf(place);
    this.#inside.switchPlace(state, place);
    await this.#come(this.#inside, place, state);
  }

  /** `state`: as the place was kept; one that came along and was not yet openApp is made of what the
      server said, and of what was written since. */
  async #come(inside, place, state) {
    this.#writes = state.writes;
    const isTold = place !== HERE && !state.database;
    const items = isTold ? await store.items(place) : [];
    if (isTold) {
      const { text, csrf } = await store.session(place);
      inside.importSnapshot(text);
      for (const item of items) {
        const [told, body] = delivered(place, item, csrf);
        inside.answer(told, body);
      }
    }
    this.#place = place;
    if (!inside.isNew()) return;
    const isAsTold = isTold && !items.length;
    await this.#keep(inside, Boolean(state.database) || place !== HERE, { isAsTold });
  }

  /** [status, headers, body, how often was kept, whether the session went on]; raises Unkept, and nothing
      has changed. */
  answer(place, told, body = new Uint8Array()) {
    return this.#queued(() => this.#one(place, told, body));
  }

  /** `work` changes what is kept of a place while nothing is answered there; then it is openApp anew. */
  rebase(place, work) {
    return this.#queued(async () => {
      await this.#starting?.catch(() => {}); // it may have read what was kept before
      if (this.#place === place) this.#place = null;
      return work();
    });
  }

  #queued(work) {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #one(place, told, body) {
    await this.start(place);
    try {
      if (this.#place !== place) await this.#turn(place);
      const found = this.#inside.answer(told, body);
      const [status, headers, content, isChanged, moved] = found;
      const isDone = moved || (!READS.includes(told.method) && saysDone(headers));
      const item = isDone && place !== HERE ? await this.#itemOf(place, told, body) : null;
      if (isChanged || item) await this.#keep(this.#inside, READS.includes(told.method), { item });
      return [status, headers, content, this.writes, moved];
    } catch (error) {
      this.#starting = this.#inside = this.#place = null; // begins anew from what was kept last
      throw error;
    }
  }

  /** Nothing, where the same was sent again. */
  async #itemOf(place, told, body) {
    const item = itemOf(place, told, body, this.#inside.localEntries());
    return (await store.items(place)).some((known) => isSame(known, item)) ? null : item;
  }

  /** `mayWait`: nobody wrote anything, so a full phone can still be read, and backed up. The next
      write brings it along. `besides`: as `store.keep` has it. */
  async #keep(inside, mayWait, besides) {
    const writes = this.#writes + 1;
    try {
      const here = this.#place === HERE ? inside.localEntries() : null;
      await store.keep(this.#place, inside.state(writes), { ...besides, here });
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
      this.#starting = this.#inside = this.#place = null;
      this.#letGo?.();
      this.#letGo = null;
    });
  }
}

/** What became of the write that was answered (serving/outcomes.py). */
function saysDone(headers) {
  const [, told = "{}"] = headers.find(([name]) => name === "X-Outcome") ?? [];
  return JSON.parse(told).fate === "done";
}

/** As it would be brought to the server: what was made here, by keys of before, is found by its tokens. */
function delivered(code, item, csrf) {
  const headers = { ...item.told.headers, "content-type": FORM, "x-csrftoken": csrf };
  const told = { ...item.told, path: `/sessions/${code}/along/deliver/`, query: "", headers };
  return [told, new TextEncoder().encode(String(form(item)))];
}

/** As it was kept, or as a place begins. */
async function stateOf(place) {
  const kept = await store.kept(place);
  if (kept) return kept;
  // a form that the server gave is taken here, too: by its mark
  const cookies = (place === HERE && (await store.noted("cookies"))) || {};
  return { database: null, besides: JSON.stringify({ key: await ownKey(), cookies }), writes: 0 };
}

async function ownKey() {
  const known =
    (await store.noted(KEY)) ?? JSON.parse((await store.kept(HERE))?.besides ?? "{}").key;
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(KEY_LENGTH))];
  const key = made.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await store.note(KEY, key).catch(() => {}); // no room: it stands with what is kept, too
  return key;
}
