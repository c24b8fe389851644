// What outlives the worker: a database for each place as one value, with its device state; the offline
// sessions; the outbox; and the last page. A place is an offline session, by its code, or "": the groups
// started on this device. A write is on the disk of the device when `saveState` is done, not before.
// Stored names stay as they are: devices have data under them.

import { storageName } from "./names.js";

const VALUES = "held";
const SESSIONS = "sessions"; // by code: the last snapshot of each, see sessions.js
const OUTBOX = "outbox"; // by id, in the order in which they were written, see outbox.js
const PAGE = "page"; // {url, html, headers, release, place, writes}
const stateKey = (place) => `state${place && ` ${place}`}`; // {database, besides, writes}
const writesKey = (place) => `writes${place && ` ${place}`}`; // how often it was saved

/** Whether the error means that the device is full. */
export const isFull = (error) => error?.name === "QuotaExceededError";

let connecting = null; // a promise of the connection

function open() {
  if (connecting) return connecting;
  const attempt = new Promise((done, failed) => {
    const request = indexedDB.open(storageName(self.registration.scope), 2);
    request.onupgradeneeded = () => createStores(request.result);
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = () => drop(attempt);
      done(request.result);
    };
    request.onerror = () => failed(request.error);
  });
  attempt.catch(() => drop(attempt));
  connecting = attempt;
  return attempt;
}

function createStores(connection) {
  const names = connection.objectStoreNames;
  if (!names.contains(VALUES)) connection.createObjectStore(VALUES);
  if (!names.contains(SESSIONS)) connection.createObjectStore(SESSIONS, { keyPath: "code" });
  if (!names.contains(OUTBOX)) {
    const options = { keyPath: "id", autoIncrement: true };
    connection.createObjectStore(OUTBOX, options).createIndex("session", "session");
  }
}

function drop(attempt) {
  if (connecting === attempt) connecting = null;
  attempt.then((connection) => connection.close()).catch(() => {});
}

/** A browser may cut a connection at any time: then `work` runs again, with a new one. Each `work` is one
    transaction, so it does not matter how far the first try came. */
async function retryOnce(work) {
  const first = open();
  try {
    return await work(await first);
  } catch (error) {
    if (isFull(error)) throw error;
    drop(first);
    return work(await open());
  }
}

/** Writes all of it, or nothing. `work` gets the stores of these names. */
function write(names, work, durability = "strict") {
  return retryOnce((connection) => {
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

function read(name, makeRequest) {
  return retryOnce((connection) => {
    const reading = connection.transaction(name);
    const request = makeRequest(reading.objectStore(name));
    return new Promise((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
      reading.onabort = () => failed(reading.error ?? new DOMException("cut off", "AbortError"));
    });
  });
}

const get = (key) => read(VALUES, (values) => values.get(key));

// Databases, and the last page ---------------------------------------------------------------------

/** Saves the state of a place; in the same transaction `item`, for the outbox, and `localCodes`, of the
    groups and sessions started on this device. `isServerState`: nothing was written here since the
    snapshot, so the server's last page is still up to date. */
export const saveState = (place, state, { item, localCodes, isServerState } = {}) =>
  write([VALUES, OUTBOX], (values, outbox) => {
    values.put(state, stateKey(place));
    values.put(state.writes, writesKey(place));
    if (isServerState) {
      withLastPage(values, place, (page) => {
        if (page.writes === undefined) values.put({ ...page, writes: state.writes }, PAGE);
      });
    }
    if (item) outbox.put(item);
    if (localCodes) values.put(localCodes, "here");
  });
export const savedState = (place) => get(stateKey(place));
export const savePage = (page) => write([VALUES], (values) => values.put(page, PAGE), "relaxed");

/** Saves a page of the server; it is up to date where nothing waits to be synced. */
export const saveServerPage = (page) =>
  write(
    [VALUES, OUTBOX],
    (values, outbox) => {
      const waiting = outbox.index("session").getAll(page.place);
      const writes = values.get(writesKey(page.place));
      writes.onsuccess = () => {
        const isSame = waiting.result.every(({ state }) => state === "sent");
        values.put({ ...page, writes: isSame ? writes.result : undefined }, PAGE);
      };
    },
    "relaxed",
  );

/** The last page, if nothing was written since. */
export async function savedPage() {
  const page = await get(PAGE);
  return page && page.writes === (await get(writesKey(page.place ?? ""))) ? page : undefined;
}

export const putValue = (name, value) => write([VALUES], (values) => values.put(value, name));
export const getValue = (name) => get(name);

// Offline sessions ------------------------------------------------------------------------------------

export const sessions = () => read(SESSIONS, (all) => all.getAll());
export const session = (code) => read(SESSIONS, (all) => all.get(code));

/** Stores a new snapshot; the place's database is made from it again. `deliveredIds`: of the items that
    the snapshot contains. */
export const putSession = (snapshot, deliveredIds) =>
  write([SESSIONS, VALUES, OUTBOX], (all, values, outbox) => {
    all.put(snapshot);
    deletePlace(values, snapshot.code);
    deleteItems(outbox, snapshot.code, ({ id }) => deliveredIds.has(id));
  });

/** Deletes items that the snapshot contains. */
export const dropItems = (code, deliveredIds) =>
  write([OUTBOX], (outbox) => deleteItems(outbox, code, ({ id }) => deliveredIds.has(id)));

/** Deletes a session, without its unsynced items. */
export const dropSession = (code) =>
  write([SESSIONS, VALUES, OUTBOX], (all, values, outbox) => {
    all.delete(code);
    deletePlace(values, code);
    deleteItems(outbox, code, (item) => item.state === "sent");
  });

function deletePlace(values, place) {
  values.delete(stateKey(place));
  values.delete(writesKey(place));
  withLastPage(values, place, () => values.delete(PAGE)); // it is outdated
}

/** Calls `work` with the last page, if it is of this place. */
function withLastPage(values, place, work) {
  const request = values.get(PAGE);
  request.onsuccess = () => request.result?.place === place && work(request.result);
}

/** Deletes the database of this place, so that it is made again. */
export const dropState = (place) => write([VALUES], (values) => deletePlace(values, place));

function deleteItems(outbox, code, isGone) {
  outbox.index("session").openCursor(code).onsuccess = ({ target }) => {
    const cursor = target.result;
    if (!cursor) return;
    if (isGone(cursor.value)) cursor.delete();
    cursor.continue();
  };
}

// The outbox ----------------------------------------------------------------------------------------

/** The items of one session, in the order in which they were written; or of all. */
export const items = (code) =>
  read(OUTBOX, (outbox) => (code ? outbox.index("session").getAll(code) : outbox.getAll()));
export const putItems = (changed) =>
  write([OUTBOX], (outbox) => {
    for (const item of changed) outbox.put(item);
  });
