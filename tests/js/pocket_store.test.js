import assert from "node:assert/strict";
import { test } from "node:test";
import { storageName } from "../../scorekeeper/extensions/offline/pocket/worker/names.js";
import { indexed } from "./indexed.js";

globalThis.self = { registration: { scope: "https://club.example/score/" } };
const STATE = { database: new Uint8Array([1]), besides: "{}", writes: 3 };
const CUT = new DOMException("The connection was lost.", "UnknownError");
const FULL = new DOMException("full", "QuotaExceededError");

let anew = 0;

/** The module as a worker has it that has just started, in a browser of its own. */
async function started() {
  globalThis.indexedDB = indexed();
  return import(`../../scorekeeper/extensions/offline/pocket/worker/store.js?${anew++}`);
}

test("what was kept is there", async () => {
  const store = await started();
  assert.equal(await store.savedState(""), undefined);
  await store.saveState("", STATE);
  assert.deepEqual(await store.savedState(""), STATE);
  assert.equal(indexedDB.opened.length, 1);
});

test("a connection that was cut is made anew, and the write is there", async () => {
  const store = await started();
  indexedDB.faults.push(CUT);
  await store.saveState("", STATE);
  assert.deepEqual(await store.savedState(""), STATE);
  const [first, second] = indexedDB.opened;
  assert.ok(first.isClosed && !second.isClosed);
});

test("a connection that the browser closed between two requests is made anew", async () => {
  const store = await started();
  await store.saveState("", STATE);
  indexedDB.opened[0].onclose();
  assert.deepEqual(await store.savedState(""), STATE);
  assert.equal(indexedDB.opened.length, 2);
});

test("a connection is given up where the store is to be deleted, and a closed one hinders nobody", async () => {
  const store = await started();
  await store.saveState("", STATE);
  indexedDB.opened[0].onversionchange();
  await Promise.resolve();
  assert.ok(indexedDB.opened[0].isClosed);
  indexedDB.faults.push(CUT);
  assert.deepEqual(await store.savedState(""), STATE);
});

test("what fails twice is an error, and the next one tries again", async () => {
  const store = await started();
  indexedDB.faults.push(CUT, CUT);
  await assert.rejects(store.saveState("", STATE), CUT);
  assert.equal(store.isFull(CUT), false);
  assert.equal(indexedDB.held.size, 0);
  await store.saveState("", STATE);
  assert.deepEqual(await store.savedState(""), STATE);
});

test("no room is no room: nothing is tried again", async () => {
  const store = await started();
  indexedDB.faults.push(FULL);
  await assert.rejects(store.saveState("", STATE), store.isFull);
  assert.equal(indexedDB.opened.length, 1);
});

test("the last page is shown only if nothing was written since", async () => {
  const store = await started();
  await store.saveState("", STATE);
  await store.savePage({ url: "/", writes: 3 });
  assert.equal((await store.savedPage()).url, "/");
  await store.saveState("", { ...STATE, writes: 4 });
  assert.equal(await store.savedPage(), undefined);
});

test("a page of the server holds on where only what the server said was laid out", async () => {
  const store = await started();
  await store.savePage({ url: "/sessions/abc/", place: "abc", writes: undefined });
  await store.saveState("abc", { ...STATE, writes: 1 }, { isServerState: true });
  assert.equal((await store.savedPage()).url, "/sessions/abc/");
  await store.saveState("abc", { ...STATE, writes: 2 });
  assert.equal(await store.savedPage(), undefined);
});

test("a page goes with what it was drawn of, and no other does", async () => {
  const store = await started();
  await store.saveState("abc", { ...STATE, writes: 1 });
  await store.savePage({ url: "/sessions/abc/", place: "abc", writes: 1 });
  await store.dropState("def");
  assert.equal((await store.savedPage()).url, "/sessions/abc/");
  await store.dropState("abc");
  assert.equal(await store.savedPage(), undefined);
});

test("two folders of one host keep apart", async () => {
  const store = await started();
  await store.saveState("", STATE);
  assert.deepEqual(indexedDB.names, ["scorekeeper /score/"]);
  const addresses = [
    "https://h.example/",
    "https://h.example/a/",
    "https://h.example/a/index.html",
  ];
  assert.deepEqual(addresses.map(storageName), [
    "scorekeeper /",
    "scorekeeper /a/",
    "scorekeeper /a/",
  ]);
});
