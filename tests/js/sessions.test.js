import assert from "node:assert/strict";
import { test } from "node:test";
import { indexed } from "./indexed.js";

globalThis.self = {
  registration: { scope: "https://club.example/" },
  clients: { matchAll: () => [] },
};
const { Sessions } = await import("../../scorekeeper/extensions/offline/pocket/worker/sessions.js");

const SESSION = {
  code: "abc",
  club: "club",
  name: "Friday",
  csrf: "mark",
  etag: '"1"',
  text: "{}",
};
const app = { rebase: (_place, work) => work() };

/** A phone with a session along; `answers` of its server, one after another: a status, with what comes with
    it, or an error. */
function startDevice(answers, { onLine = true, waits = [1, 1, 1] } = {}) {
  Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true });
  for (const connection of globalThis.indexedDB?.opened ?? []) connection.onclose?.();
  globalThis.indexedDB = indexed();
  indexedDB.sessions = [SESSION];
  const requests = [];
  const network = async (address) => {
    const answer = answers[requests.length] ?? 304;
    requests.push(address);
    if (answer instanceof Error) throw answer;
    if (answer === "elsewhere") {
      return { status: 200, ok: true, redirected: true, json: async () => ({ fate: "done" }) };
    }
    const [status, text = null, headers = {}] = [answer].flat();
    return new Response(text, { status, headers });
  };
  return { requests: requests, sessions: new Sessions(app, network, "", waits) };
}

test("a busy server is asked again until it answers", async () => {
  const { requests, sessions } = startDevice([503, 429, 304]);
  await sessions.refreshSoon("abc");
  assert.deepEqual(requests, Array(3).fill("/sessions/abc/offline/snapshot/"));
});

test("a server that stays busy is asked a few times, and no more", async () => {
  const { requests, sessions } = startDevice([500, 503, 503, 503, 503, 503]);
  await sessions.refreshSoon("abc");
  assert.equal(requests.length, 4);
});

test("without a network nobody is asked again", async () => {
  const lost = startDevice([new TypeError("Failed to fetch")]);
  await lost.sessions.refreshSoon("abc");
  assert.equal(lost.requests.length, 1);
  const offline = startDevice([503], { onLine: false });
  await offline.sessions.refreshSoon("abc");
  assert.equal(offline.requests.length, 1);
});

test("who was sent away is not asked again", async () => {
  const { requests, sessions } = startDevice([403]);
  await sessions.refreshSoon("abc");
  assert.equal(requests.length, 1);
});

test("who asks within a moment asks with the others", async () => {
  const { requests, sessions } = startDevice(Array(20).fill(503));
  await Promise.all([sessions.refreshSoon("abc"), sessions.refreshSoon("abc")]);
  assert.equal(requests.length, 4);
});

test("who still waits for a busy server leaves it to whoever asks since", async () => {
  const { requests, sessions } = startDevice([503, 304], { waits: [800] });
  const first = sessions.refreshSoon("abc");
  while (!requests.length) await new Promise((done) => setTimeout(done, 1));
  await Promise.all([first, sessions.refreshSoon("abc")]);
  assert.equal(requests.length, 2);
});

// What a page has sent ----------------------------------------------------------------------------

const HAND = "/sessions/abc/games/2/hand/";

/** A phone from which a page has sent this, and was led on by it knows not whom. */
function sent(body, { answers, isLedOn = true, path = HAND }) {
  const device = startDevice(answers);
  const item = { session: "abc", token: "mine", told: { path, query: "" }, body };
  indexedDB.items = new Map([[1, { ...item, id: 1, state: "sent" }]]);
  if (isLedOn) indexedDB.items.get(1).unsure = SESSION.etag;
  return { ...device, states: () => [...indexedDB.items.values()].map(({ state }) => state) };
}

const became = (fate, status) => [200, JSON.stringify({ fate, status }), {}];

const keeps = { "/hand/": "", "/games/new/": "start" };
const snapshot = (etag, text) => [
  200,
  JSON.stringify({ club: "club", keeps, text }),
  { ETag: etag },
];

test("what was led on waits again where the server has nothing new", async () => {
  const { sessions, states } = sent("token=mine", { answers: [304] });
  await sessions.refresh("abc");
  assert.deepEqual(states(), ["waiting"]);
  assert.equal((await sessions.stateOf("abc")).waiting, 1);
});

test("what was led on has come where the server's word holds its token", async () => {
  const { sessions, states } = sent("token=mine", { answers: [snapshot('"2"', "…mine…")] });
  await sessions.refresh("abc");
  assert.deepEqual(states(), []);
});

test("what was led on waits again where only others have written", async () => {
  const { sessions, states } = sent("token=mine", { answers: [snapshot('"2"', "theirs")] });
  await sessions.refresh("abc");
  assert.deepEqual(states(), ["waiting"]);
});

test("what leaves no token has come where something has changed", async () => {
  const { sessions, states } = sent("token=mine", {
    answers: [snapshot('"2"', "")],
    path: "/sessions/abc/close/",
  });
  await sessions.refresh("abc");
  assert.deepEqual(states(), []);
});

test("what the server itself has answered has come", async () => {
  const { sessions, states } = sent("token=mine", { answers: [304], isLedOn: false });
  await sessions.refresh("abc");
  assert.deepEqual(states(), []);
});

test("who is led elsewhere has delivered nothing", async () => {
  const { sessions, states } = sent("token=mine", { answers: [304, "elsewhere"] });
  await sessions.refresh("abc");
  await sessions.deliver("abc");
  assert.deepEqual(states(), ["waiting"]);
});

test("what is brought again, and no phone brings along, leaves without a question", async () => {
  const { sessions, states } = sent("token=mine", {
    answers: [304, became("unfit", 400), 304],
    path: "/sessions/abc/screen/",
  });
  await sessions.refresh("abc");
  await sessions.deliver("abc");
  assert.deepEqual(states(), []);
});

test("what is brought again, and a page has said no to, leaves without a question", async () => {
  for (const fate of ["refused", "stale"]) {
    const answers = [304, became(fate, 302), 304];
    const { sessions, states } = sent("token=mine", { answers, path: "/sessions/abc/agree/" });
    await sessions.refresh("abc");
    await sessions.deliver("abc");
    assert.deepEqual(states(), [], fate);
  }
});

test("a hand that is brought again and cannot be read is asked about", async () => {
  const { sessions, states } = sent("token=mine", { answers: [304, became("refused", 400)] });
  await sessions.refresh("abc");
  await sessions.deliver("abc");
  assert.deepEqual(states(), ["asks"]);
});

test("what nobody has said of that it came stays where the session goes", async () => {
  const { sessions, states } = sent("token=mine", { answers: [304] });
  await sessions.empty("abc");
  assert.deepEqual(states(), ["waiting"]);
  const other = sent("token=mine", { isLedOn: false });
  await other.sessions.empty("abc");
  assert.deepEqual(other.states(), []);
});
