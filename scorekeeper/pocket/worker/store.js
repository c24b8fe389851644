// What outlives the worker: the database as one value, with what belongs to it, and the last page.
// A write is on the disk of the phone when `keep` is done, not before.

const NAME = "scorekeeper";
const HELD = "held"; // the one store
const STATE = "state"; // {database, besides, writes}
const WRITES = "writes"; // how often it was kept, to be read without it
const PAGE = "page"; // {url, html, headers, release, writes}

let opened = null;

function open() {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(HELD);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

async function put(values, durability) {
  const writing = (await open()).transaction(HELD, "readwrite", { durability });
  return new Promise((done, failed) => {
    writing.oncomplete = () => done();
    writing.onabort = () => failed(writing.error);
    writing.onerror = () => failed(writing.error);
    for (const [key, value] of Object.entries(values)) writing.objectStore(HELD).put(value, key);
  });
}

async function get(key) {
  const reading = (await open()).transaction(HELD).objectStore(HELD).get(key);
  return new Promise((done, failed) => {
    reading.onsuccess = () => done(reading.result);
    reading.onerror = () => failed(reading.error);
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
