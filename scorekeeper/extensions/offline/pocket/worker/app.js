// The app: one interpreter, in one place at a time, one request at a time. It saves each write before it
// responds.

import * as bundleCaches from "./caches.js";
import { storageName } from "./names.js";
import { form, isSame, itemOf, requestOf } from "./outbox.js";
import { openApp } from "./python.js";
import * as store from "./store.js";

const RUNTIME = "runtime/";
const READS = ["GET", "HEAD"];
const FORM = "application/x-www-form-urlencoded";
const KEY = "key"; // signs the cookies of this device, in all places
const KEY_LENGTH = 40;
const lockName = () => storageName(self.registration.scope);

/** The place of the groups started on this device. */
export const HERE = "";

/** A write could not be saved. `answer` answers one more request, from the unsaved database. */
export class NotSaved extends Error {
  constructor(cause, python) {
    super(String(cause), { cause });
    this.isFull = store.isFull(cause);
    this.answer = (request) => python.answer(request, new Uint8Array());
  }
}

export class App {
  #release;
  #runtime;
  #starting = null;
  #queueEnd = Promise.resolve();
  #python = null;
  #place = null; // of the interpreter; null: none that is valid
  #writes = 0; // how often the place was saved

  #isInLine = false; // for the database, or has it, and nobody has asked it to release it
  #unlock = null; // releases the database to another worker
  #otherWorkers = new BroadcastChannel(lockName());

  constructor(release, runtime) {
    this.#release = release;
    this.#runtime = runtime;
    this.#otherWorkers.onmessage = () => this.#releaseLock();
  }

  get isReady() {
    return this.#python !== null;
  }

  /** Whether the app can answer there without a start. */
  isAt(place) {
    return this.isReady && this.#place === place;
  }

  get writes() {
    return this.#writes;
  }

  /** Starts in this place, unless it is running already. */
  start(place = HERE) {
    this.#starting ??= this.#open(place);
    this.#starting.catch(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #open(place) {
    await this.#lock();
    await bundleCaches.download(this.#release, () => {}); // what the browser has deleted since
    const [files, state] = await Promise.all([bundleCaches.disk(this.#release), stateOf(place)]);
    const options = {
      indexURL: new URL(RUNTIME, self.registration.scope).href,
      createPyodideModule: this.#runtime.createPyodideModule,
      env: { HOME: "/pocket" },
    };
    const { loadPyodide } = this.#runtime;
    const python = await openApp({
      loadPyodide,
      options,
      files,
      state,
      place,
      release: this.#release.name,
      languages: self.navigator.languages.join(","),
    });
    await this.#openPlace(python, place, state);
    this.#python = python;
  }

  async #switchPlace(place) {
    this.#place = null;
    const state = await stateOf(place);
    this.#python.switchPlace(state, place);
    await this.#openPlace(this.#python, place, state);
  }

  /** `state`: as the place was saved. The database of a new offline session is made from its snapshot and
      from what was written since. */
  async #openPlace(python, place, state) {
    this.#writes = state.writes;
    const isFromServer = place !== HERE && !state.database;
    const items = isFromServer ? await store.items(place) : [];
    if (isFromServer) {
      const { text, csrf } = await store.session(place);
      python.importSnapshot(text);
      for (const item of items) {
        const [request, body] = deliveryRequest(place, item, csrf);
        python.answer(request, body);
      }
    }
    this.#place = place;
    if (!python.isNew()) return;
    const isServerState = isFromServer && !items.length;
    await this.#save(python, Boolean(state.database) || place !== HERE, { isServerState });
  }

  /** [status, headers, body, number of saves, whether the session changed]. Throws NotSaved, and then
      nothing has changed. */
  answer(place, request, body = new Uint8Array()) {
    return this.#queued(() => this.#answerOne(place, request, body));
  }

  /** `work` changes what is stored of a place while nothing is answered there; then it is opened again. */
  rebase(place, work) {
    return this.#queued(async () => {
      await this.#starting?.catch(() => {}); // it may have read the old state
      if (this.#place === place) this.#place = null;
      return work();
    });
  }

  #queued(work) {
    const result = this.#queueEnd.then(work);
    this.#queueEnd = result.catch(() => {});
    return result;
  }

  async #answerOne(place, request, body) {
    await this.start(place);
    try {
      if (this.#place !== place) await this.#switchPlace(place);
      const response = this.#python.answer(request, body);
      const [status, headers, content, isChanged, sessionChanged] = response;
      const isDone = sessionChanged || (!READS.includes(request.method) && hasDoneOutcome(headers));
      const item = isDone && place !== HERE ? await this.#itemOf(place, request, body) : null;
      if (isChanged || item)
        await this.#save(this.#python, READS.includes(request.method), { item });
      return [status, headers, content, this.writes, sessionChanged];
    } catch (error) {
      this.#starting = this.#python = this.#place = null; // starts again from the last save
      throw error;
    }
  }

  /** null where the same form was sent again. */
  async #itemOf(place, request, body) {
    const item = itemOf(place, request, body, this.#python.localEntries());
    return (await store.items(place)).some((other) => isSame(other, item)) ? null : item;
  }

  /** `mayFail`: nobody wrote anything, so a full device can still be read, and backed up; the next write
      saves it, too. `details`: as `store.saveState` takes them. */
  async #save(python, mayFail, details) {
    const writes = this.#writes + 1;
    try {
      const localCodes = this.#place === HERE ? python.localEntries() : null;
      await store.saveState(this.#place, python.state(writes), { ...details, localCodes });
      this.#writes = writes;
    } catch (error) {
      if (!mayFail) throw new NotSaved(error, python);
    }
  }

  /** Two workers of one site never use the database at once: a new release asks the old one to release
      it, and waits for its last answer. It asks once it stands in line: all that are before it hear that. */
  #lock() {
    if (this.#unlock || !navigator.locks) return;
    return new Promise((done, failed) => {
      const acquired = () =>
        new Promise((release) => {
          this.#unlock = release;
          done();
        });
      this.#isInLine = true;
      navigator.locks.request(lockName(), acquired).catch(failed);
      this.#otherWorkers.postMessage("let go");
    });
  }

  /** After the last answer. A worker that is asked while it still waits has its turn first, and then
      releases the database: nobody asks it again. */
  #releaseLock() {
    if (!this.#isInLine) return;
    this.#isInLine = false;
    this.#queueEnd = this.#queueEnd.then(async () => {
      await this.#starting?.catch(() => {});
      this.#starting = this.#python = this.#place = null;
      this.#unlock?.();
      this.#unlock = null;
    });
  }
}

/** Whether the response says that the write was done (core/requests/outcomes.py). */
function hasDoneOutcome(headers) {
  const [, outcomeJson = "{}"] = headers.find(([name]) => name === "X-Outcome") ?? [];
  return JSON.parse(outcomeJson).fate === "done";
}

/** The request that would sync the item: tokens find the rows made here, whose keys may differ. */
function deliveryRequest(code, item, csrf) {
  const headers = { ...requestOf(item).headers, "content-type": FORM, "x-csrftoken": csrf };
  const request = {
    ...requestOf(item),
    path: `/sessions/${code}/offline/deliver/`,
    query: "",
    headers,
  };
  return [request, new TextEncoder().encode(String(form(item)))];
}

/** The saved state, or that of a new place. */
async function stateOf(place) {
  const state = await store.savedState(place);
  if (state) return state;
  // with these the app accepts forms that the server drew
  const cookies = (place === HERE && (await store.getValue("cookies"))) || {};
  return { database: null, besides: JSON.stringify({ key: await ownKey(), cookies }), writes: 0 };
}

async function ownKey() {
  const storedKey =
    (await store.getValue(KEY)) ?? JSON.parse((await store.savedState(HERE))?.besides ?? "{}").key;
  if (storedKey) return storedKey;
  const bytes = [...crypto.getRandomValues(new Uint8Array(KEY_LENGTH))];
  const key = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await store.putValue(KEY, key).catch(() => {}); // no space: the saved state has it, too
  return key;
}
