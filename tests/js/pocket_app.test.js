import assert from "node:assert/strict";
import { test } from "node:test";
import { indexed } from "./indexed.js";

const FULL = new DOMException("full", "QuotaExceededError");
const READ_AT_FIRST = 4; // what was kept, cookies, a key, what was begun here
const CUT = new DOMException("The connection was lost.", "UnknownError");

globalThis.self = {
  registration: { scope: "https://club.example/" },
  navigator: { languages: ["en"] },
};
Object.defineProperty(globalThis, "navigator", { value: {} });
globalThis.BroadcastChannel = class {};

/** An interpreter whose database is a list of what was sent to it. Every request changes a row. */
function runtime(begun, hindrance = "") {
  let rows = "";
  const FS = {
    mkdirTree: () => {},
    writeFile: (_path, bytes) => {
      rows = new TextDecoder().decode(bytes);
    },
    readFile: () => new TextEncoder().encode(rows),
  };
  const deviceApp = {
    start_app: (besides, release) => {
      begun.push(besides);
      deviceApp.is_new = () => besides !== release;
      return hindrance;
    },
    device_state_json: () => "release",
  };
  const answer = (told) => {
    rows += JSON.parse(told).path;
    return [JSON.stringify({ status: 200, headers: [], session_changed: false }), rows, true];
  };
  const local_entries = () => JSON.stringify({ names: {}, clubs: [], sessions: [] });
  const globals = new Map(Object.entries({ device_app: deviceApp, answer, local_entries }));
  return { loadPyodide: async () => ({ FS, globals, runPython: () => {} }) };
}

/** `kept`: rows that an earlier start has left. */
async function phone({ kept, besides = "release", hindrance } = {}) {
  for (const connection of globalThis.indexedDB?.opened ?? []) connection.onclose?.();
  globalThis.indexedDB = indexed();
  if (kept !== undefined) {
    const state = { database: new TextEncoder().encode(kept), besides, writes: 5 };
    indexedDB.held = new Map(Object.entries({ state, writes: 5 }));
  }
  const { App } = await import("../../scorekeeper/offline/pocket/worker/app.js");
  const begun = [];
  const app = new App({ name: "release", bundles: [] }, runtime(begun, hindrance));
  const send = async (method, path) => (await app.answer("", { method, path }))[2];
  const rows = () => new TextDecoder().decode(indexedDB.held.get("state")?.database);
  return { app, begun, send, rows };
}

test("a write is kept before its answer, and found again", async () => {
  const one = await phone({ kept: "a" });
  assert.equal(await one.send("POST", "b"), "ab");
  assert.equal(one.rows(), "ab");
  assert.equal(one.app.writes, 6);
});

test("a full phone undoes a write and says so, and begins anew from what was kept", async () => {
  const one = await phone({ kept: "a" });
  await one.app.start();
  indexedDB.faults.push(FULL);
  await assert.rejects(one.send("POST", "b"), (error) => error.isFull);
  assert.equal(one.app.isReady, false);
  assert.equal(await one.send("POST", "c"), "ac");
});

test("a write that cannot be kept for another reason is undone too, and not called a full phone", async () => {
  const one = await phone({ kept: "a" });
  await one.app.start();
  indexedDB.faults.push(CUT, CUT);
  await assert.rejects(one.send("POST", "b"), (error) => error.isFull === false);
  assert.equal(one.rows(), "a");
  assert.equal(await one.send("POST", "c"), "ac");
});

test("a full phone can be read, and the next write brings along what reading changed", async () => {
  const one = await phone({ kept: "a" });
  await one.app.start();
  indexedDB.faults.push(FULL);
  assert.equal(await one.send("GET", "b"), "ab");
  assert.ok(one.app.isReady);
  assert.equal(one.rows(), "a");
  assert.equal(await one.send("POST", "c"), "abc");
  assert.equal(one.rows(), "abc");
  assert.equal(one.begun.length, 1);
});

test("a new release begins on a full phone, to be read", async () => {
  const one = await phone({ kept: "a", besides: "the one of before" });
  indexedDB.faults.push(undefined, FULL); // reading what is kept, then keeping it
  assert.equal(await one.send("GET", "b"), "ab");
  assert.equal(one.rows(), "ab");
});

test("where nothing was ever kept, a full phone is told so at once", async () => {
  const one = await phone();
  indexedDB.faults.push(...Array(READ_AT_FIRST), FULL, FULL); // its key, and then all of it
  await assert.rejects(one.send("GET", "a"), (error) => error.isFull);
  assert.equal(one.app.isReady, false);
});

test("what hinders the start is said as it is, and nothing is written", async () => {
  const one = await phone({ kept: "a", besides: "a newer one", hindrance: "It is newer." });
  await assert.rejects(one.send("GET", "b"), { message: "It is newer." });
  assert.equal(one.rows(), "a");
});
