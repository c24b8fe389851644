// What outlives the worker: the database as one value, with what belongs to it, and the last page.
// A write is on the disk of the phone when `keep` is done, not before.

import { named } from "./names.js";

const HELD = "held"; // the one store
const STATE = "state"; // {database, besides, writes}
const WRITES = "writes"; // how often it was kept, to be read without it
const PAGE = "page"; // {url, html, headers, release, writes}

/** Whether there is no room, rather than anything else amiss. */
export const isFull = (error) => error?.name === "QuotaExceededError";

let opened = null; // a promise of the connection

function open() {
  if (opened) return opened;
  const mine = new Promise((done, failed) => {
    const asked = indexedDB.open(named(self.registration.scope), 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(HELD);
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

function put(values, durability) {
  return tried((connection) => {
    const writing = connection.transaction(HELD, "readwrite", { durability });
    return new Promise((done, failed) => {
      writing.oncomplete = () => done();
      writing.onabort = () => failed(writing.error ?? new DOMException("cut off", "AbortError"));
      try {
        for (const [key, value] of Object.entries(values))
          writing.objectStore(HELD).put(value, key);
      } catch (error) {
        failed(error);
        writing.abort();
      }
    });
  });
}

function get(key) {
  return tried((connection) => {
    const reading = connection.transaction(HELD);
    const asked = reading.objectStore(HELD).get(key);
    return new Promise((done, failed) => {
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
      reading.onabort = () => failed(reading.error ?? new DOMException("cut off", "AbortError"));
    });
  });
}

export const keep = (state) => put({ [STATE]: state, [WRITES]: state.writes }, "strict");
export const kept = () => get(STATE);
export const keepPage = (page) => put({ [PAGE]: page }, "relaxed");

/** The last page, if nothing was written since. */
export async function keptPage() {
  const [page, writes] = await Promise.all([get(PAGE), get(WRITES)]);
  return page?.writes === writes ? page : undefined;
}
