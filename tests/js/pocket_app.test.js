import assert from "node:assert/strict";
import { test } from "node:test";
import { indexed } from "./indexed.js";

const FULL = new DOMException("full", "QuotaExceededError");
const READ_AT_FIRST = 4; // the saved state, cookies, a key, the local groups
const CUT = new DOMException("The connection was lost.", "UnknownError");

globalThis.self = {
  registration: { scope: "https://club.example/" },
  navigator: { languages: ["en"] },
};
Object.defineProperty(globalThis, "navigator", { value: {} });
globalThis.BroadcastChannel = class {
  postMessage() {}
};

/** An interpreter whose database is a list of what was sent to it. Every request changes a row. */
function runtime(starts, hindrance = "") {
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
      starts.push(besides);
      deviceApp.is_new = () => besides !== release;
      return hindrance;
    },
    device_state_json: () => "release",
  };
  const answer = (requestJson) => {
    rows += JSON.parse(requestJson).path;
    return [JSON.stringify({ status: 200, headers: [], session_changed: false }), rows, true];
  };
  const local_entries = () => JSON.stringify({ names: {}, clubs: [], sessions: [] });
  const globals = new Map(Object.entries({ device_app: deviceApp, answer, local_entries }));
  return { loadPyodide: async () => ({ FS, globals, runPython: () => {} }) };
}

/** `saved`: rows that an earlier start has left. */
async function prepareDevice({ saved, besides = "release" } = {}) {
  for (const connection of globalThis.indexedDB?.opened ?? []) connection.onclose?.();
  globalThis.indexedDB = indexed();
  if (saved !== undefined) {
    const state = { database: new TextEncoder().encode(saved), besides, writes: 5 };
    indexedDB.held = new Map(Object.entries({ state, writes: 5 }));
  }
  return (await import("../../scorekeeper/extensions/offline/pocket/worker/app.js")).App;
}

async function startDevice({ hindrance, ...state } = {}) {
  const App = await prepareDevice(state);
  const starts = [];
  const app = new App({ name: "release", bundles: [] }, runtime(starts, hindrance));
  const send = async (method, path) => (await app.answer("", { method, path }))[2];
  const rows = () => new TextDecoder().decode(indexedDB.held.get("state")?.database);
  return { app, starts, send, rows };
}

test("a write is saved before its answer, and found again", async () => {
  const device = await startDevice({ saved: "a" });
  assert.equal(await device.send("POST", "b"), "ab");
  assert.equal(device.rows(), "ab");
  assert.equal(device.app.writes, 6);
});

test("a full device undoes a write and says so, and starts again from what was saved", async () => {
  const device = await startDevice({ saved: "a" });
  await device.app.start();
  indexedDB.faults.push(FULL);
  await assert.rejects(device.send("POST", "b"), (error) => error.isFull);
  assert.equal(device.app.isReady, false);
  assert.equal(await device.send("POST", "c"), "ac");
});

test("a write that cannot be saved for another reason is undone too, and not called a full device", async () => {
  const device = await startDevice({ saved: "a" });
  await device.app.start();
  indexedDB.faults.push(CUT, CUT);
  await assert.rejects(device.send("POST", "b"), (error) => error.isFull === false);
  assert.equal(device.rows(), "a");
  assert.equal(await device.send("POST", "c"), "ac");
});

test("a full device can be read, and the next write brings along what reading changed", async () => {
  const device = await startDevice({ saved: "a" });
  await device.app.start();
  indexedDB.faults.push(FULL);
  assert.equal(await device.send("GET", "b"), "ab");
  assert.ok(device.app.isReady);
  assert.equal(device.rows(), "a");
  assert.equal(await device.send("POST", "c"), "abc");
  assert.equal(device.rows(), "abc");
  assert.equal(device.starts.length, 1);
});

test("a new release begins on a full device, to be read", async () => {
  const device = await startDevice({ saved: "a", besides: "the one of before" });
  indexedDB.faults.push(undefined, FULL); // reading what is saved, then saving it
  assert.equal(await device.send("GET", "b"), "ab");
  assert.equal(device.rows(), "ab");
});

test("where nothing was ever saved, a full device is told so at once", async () => {
  const device = await startDevice();
  indexedDB.faults.push(...Array(READ_AT_FIRST), FULL, FULL); // its key, and then all of it
  await assert.rejects(device.send("GET", "a"), (error) => error.isFull);
  assert.equal(device.app.isReady, false);
});

test("what hinders the start is said as it is, and nothing is written", async () => {
  const device = await startDevice({
    saved: "a",
    besides: "a newer one",
    hindrance: "It is newer.",
  });
  await assert.rejects(device.send("GET", "b"), { message: "It is newer." });
  assert.equal(device.rows(), "a");
});

/** Two workers of one site, of which the old one is granted the database. A browser may tell it so only
    after the new one has asked it to release the database: `grant` waits for that. */
async function startWorkers() {
  const [channels, waiting, granted] = [[], [], []];
  let isHeld = false;
  globalThis.BroadcastChannel = class {
    constructor() {
      channels.push(this);
    }
    postMessage(data) {
      for (const other of channels) if (other !== this) other.onmessage({ data });
    }
  };
  const pass = () => {
    isHeld = waiting.length > 0;
    if (isHeld) granted.push(waiting.shift());
  };
  navigator.locks = {
    request: async (_name, work) => {
      await new Promise((done) => {
        waiting.push(done);
        if (!isHeld) pass();
      });
      await work();
      pass();
    },
  };
  const App = await prepareDevice({ saved: "" });
  const answers = ["old", "new"].map((name) => {
    const app = new App({ name: "release", bundles: [] }, runtime([]));
    return app.answer("", { method: "POST", path: name });
  });
  const grant = async (count) => {
    while (waiting.length < count || !granted.length)
      await new Promise((done) => setImmediate(done));
    granted.shift()();
  };
  return { answers, grant };
}

const within = { timeout: 10_000 };

test(
  "a worker that has the database, and does not know it yet, hears that another asks for it",
  within,
  async () => {
    const { answers, grant } = await startWorkers();
    await grant(1);
    assert.equal((await answers[0])[2], "old");
    await grant(0);
    assert.equal((await answers[1])[2], "oldnew");
  },
);
