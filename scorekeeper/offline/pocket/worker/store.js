// What outlives the worker: a database for each place as one value, with what belongs to it; the sessions
// that came along; what is to be delivered; and the last page. A place is a session that came along, by
// its code, or "": what was begun on this phone. A write is on the disk of the phone when `keep` is
// done, not before.

import { named } from "./names.js";

const HELD = "held";
const SESSIONS = "sessions"; // by code: what the server last said of each, see sessions.js
const OUTBOX = "outbox"; // by id, in the order in which they were written, see outbox.js
const PAGE = "page"; // {url, html, headers, release, place, writes}
const state = (place) => `state${place && ` ${place}`}`; // {database, besides, writes}
const count = (place) => `writes${place && ` ${place}`}`; // how often it was kept

/** Whether there is no room, rather than anything else amiss. */
export const isFull = (error) => error?.name === "QuotaExceededError";

let opened = null; // a promise of the connection

function open() {
  if (opened) return opened;
  const mine = new Promise((done, failed) => {
    const asked = indexedDB.open(named(self.registration.scope), 2);
    asked.onupgradeneeded = () => made(asked.result);
    asked.onsuccess = () => {
      asked.result.onclose = asked.result.onversionchange = () => drop(mine);
      done(asked.result);
    };
    asked.onerror = () => failed(asked.error);
  });
  mine.catch(() => drop(mine));
  opened = mine;
  return mine;
}

function made(connection) {
  const there = connection.objectStoreNames;
  if (!there.contains(HELD)) connection.createObjectStore(HELD);
  if (!there.contains(SESSIONS)) connection.createObjectStore(SESSIONS, { keyPath: "code" });
  if (!there.contains(OUTBOX)) {
    const options = { keyPath: "id", autoIncrement: true };
    connection.createObjectStore(OUTBOX, options).createIndex("session", "session");
  }
}

function drop(which) {
  if (opened === which) opened = null;
  which.then((connection) => connection.close()).catch(() => {});
}

/** A browser may cut a connection at any time: then once more, with a new one. Whoever asks here
    writes the whole of what he writes, so it does not matter how far the first try came. */
async function tried(work) {
  const first = open();
  try {
    return await work(await first);
  } catch (error) {
    if (isFull(error)) throw error;
    drop(first);
    return work(await open());
  }
}

/** All of it, or nothing. `work` is given the stores by their names. */
function write(names, work, durability = "strict") {
  return tried((connection) => {
    const writing = connection.transaction(names, "readwrite", { durability });
    return new Promise((done, failed) => {
      writing.oncomplete = () => done();
      writing.onabort = () => failed(writing.error ?? new DOMException("cut off", "AbortError"));
      try {
        work(...names.map((name) => writing.objectStore(name)));
      } catch (error) {
        failed(error);
        writing.abort();
      }
    });
  });
}

function read(name, ask) {
  return tried((connection) => {
    const reading = connection.transaction(name);
    const asked = ask(reading.objectStore(name));
    return new Promise((done, failed) => {
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
      reading.onabort = () => failed(reading.error ?? new DOMException("cut off", "AbortError"));
    });
  });
}

const get = (key) => read(HELD, (held) => held.get(key));

// Databases, and the last page ---------------------------------------------------------------------

/** Kept with it or not at all: `item`, what is to be delivered of it; `here`, the codes of all that was
    begun on this phone. `isAsTold`: it is only what the server said, so the page that came with that
    still holds. */
export const keep = (place, kept, { item, here, isAsTold } = {}) =>
  write([HELD, OUTBOX], (held, outbox) => {
    held.put(kept, state(place));
    held.put(kept.writes, count(place));
    if (isAsTold) {
      lastOf(held, place, (page) => {
        if (page.writes === undefined) held.put({ ...page, writes: kept.writes }, PAGE);
      });
    }
    if (item) outbox.put(item);
    if (here) held.put(here, "here");
  });
export const kept = (place) => get(state(place));
export const keepPage = (page) => write([HELD], (held) => held.put(page, PAGE), "relaxed");

/** One that the server drew: as it is here, where nothing waits that the server does not know. */
export const keepPageOfServer = (page) =>
  write(
    [HELD, OUTBOX],
    (held, outbox) => {
      const waiting = outbox.index("session").getAll(page.place);
      const writes = held.get(count(page.place));
      writes.onsuccess = () => {
        const isSame = waiting.result.every(({ state }) => state === "sent");
        held.put({ ...page, writes: isSame ? writes.result : undefined }, PAGE);
      };
    },
    "relaxed",
  );

/** The last page, if nothing was written since. */
export async function keptPage() {
  const page = await get(PAGE);
  return page && page.writes === (await get(count(page.place ?? ""))) ? page : undefined;
}

export const note = (name, value) => write([HELD], (held) => held.put(value, name));
export const noted = (name) => get(name);

// Sessions that came along ---------------------------------------------------------------------------

export const sessions = () => read(SESSIONS, (all) => all.getAll());
export const session = (code) => read(SESSIONS, (all) => all.get(code));

/** What the server says now is what all else rests on from here: the database is made anew of it.
    `sent`: the ids of what had arrived there before it was asked, and is in it. */
export const putSession = (told, sent) =>
  write([SESSIONS, HELD, OUTBOX], (all, held, outbox) => {
    all.put(told);
    forget(held, told.code);
    each(outbox, told.code, ({ id }) => sent.has(id));
  });

/** What the session as it was told holds already. */
export const dropItems = (code, sent) =>
  write([OUTBOX], (outbox) => each(outbox, code, ({ id }) => sent.has(id)));

/** But for what was never delivered. */
export const dropSession = (code) =>
  write([SESSIONS, HELD, OUTBOX], (all, held, outbox) => {
    all.delete(code);
    forget(held, code);
    each(outbox, code, (item) => item.state === "sent");
  });

function forget(held, place) {
  held.delete(state(place));
  held.delete(count(place));
  lastOf(held, place, () => held.delete(PAGE)); // as it was before
}

/** `work` is given the last page, where it is of this place. */
function lastOf(held, place, work) {
  const asked = held.get(PAGE);
  asked.onsuccess = () => asked.result?.place === place && work(asked.result);
}

/** The database of this place is to be made anew. */
export const dropState = (place) => write([HELD], (held) => forget(held, place));

function each(outbox, code, isGone) {
  outbox.index("session").openCursor(code).onsuccess = ({ target }) => {
    const at = target.result;
    if (!at) return;
    if (isGone(at.value)) at.delete();
    at.continue();
  };
}

// What is to be delivered --------------------------------------------------------------------------

/** Of one session, in the order in which it was written; or of all. */
export const items = (code) =>
  read(OUTBOX, (outbox) => (code ? outbox.index("session").getAll(code) : outbox.getAll()));
export const putItems = (changed) =>
  write([OUTBOX], (outbox) => {
    for (const item of changed) outbox.put(item);
  });
