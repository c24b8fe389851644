import assert from "node:assert/strict";
import { test } from "node:test";
import { indexed } from "./indexed.js";

globalThis.self = { registration: { scope: "https://club.example/" } };
globalThis.indexedDB = indexed();
const outbox = await import("../../scorekeeper/extensions/offline/pocket/worker/outbox.js");

const HAND = "/sessions/abc/games/2/hand/";
const NONE = { names: {}, rows: {} };
const request = (path) => ({
  method: "POST",
  path,
  query: "",
  headers: {},
  offline_sessions: [],
  uploaded_clubs: [],
});
const bytes = (fields) => new TextEncoder().encode(String(new URLSearchParams(fields)));
const hand = (number, path = HAND) => ({ path, fields: { number, token: `hand ${number}` } });

function storeItems(...items) {
  const entries = items.map((item, place) => [place + 1, { ...item, id: place + 1 }]);
  globalThis.indexedDB.items = new Map(entries);
}

const all = () => [...globalThis.indexedDB.items.values()];

/** A phone on which these were written; `answers` of its server, an error for none. */
function startDevice(written, answers = []) {
  const items = written.map(({ path, fields }) =>
    outbox.itemOf("abc", request(path), bytes(fields), NONE),
  );
  storeItems(...items);
  const sent = [];
  const post = async (form) => {
    sent.push(Object.fromEntries(form));
    const answer = answers.shift() ?? { fate: "done", number: null };
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { sent, deliver: () => outbox.deliver("abc", post) };
}

const hasLeft = async (device) => (await device.deliver()).hasLeft;
const states = () => all().map(({ state }) => state);
const numbers = () => all().map(({ body }) => new URLSearchParams(body).get("number"));

test("what was written is sent in its order, one at a time, with how much waits", async () => {
  const device = startDevice([hand(1), hand(2), hand(3)]);
  assert.equal(await hasLeft(device), true);
  assert.deepEqual(
    device.sent.map(({ token, waiting }) => [token, waiting]),
    [
      ["hand 1", "3"],
      ["hand 2", "2"],
      ["hand 3", "1"],
    ],
  );
  assert.deepEqual(states(), ["sent", "sent", "sent"]);
  assert.equal(await hasLeft(device), false);
  assert.equal(device.sent.length, 3);
});

test("the first that asks stops all later ones, until the person has chosen", async () => {
  const device = startDevice(
    [hand(1), hand(2)],
    [{ fate: "conflict", message: "Dev already saved hand 1" }],
  );
  assert.equal(await hasLeft(device), false);
  assert.deepEqual(states(), ["asks", "waiting"]);
  const [first, second] = all();
  assert.equal(first.says, "Dev already saved hand 1");
  await device.deliver();
  assert.equal(device.sent.length, 1);
  storeItems({ ...first, choice: "keep" }, second);
  assert.equal(await hasLeft(device), true);
  assert.deepEqual(
    device.sent.map(({ choice }) => choice),
    ["", "keep", ""],
  );
  assert.deepEqual(states(), ["sent", "sent"]);
});

test("a choice that was refused asks anew", async () => {
  const device = startDevice([hand(1)], [{ fate: "refused", message: "The game is closed." }]);
  storeItems({ ...all()[0], state: "asks", choice: "after" });
  assert.equal(await hasLeft(device), false);
  const [{ state, choice, says }] = all();
  assert.deepEqual([state, choice, says], ["asks", "", "The game is closed."]);
});

test("a hand that came to stand further down moves those of its game that follow", async () => {
  const other = hand(5, "/sessions/abc/games/1/hand/");
  const money = { path: "/sessions/abc/settle/expense/", fields: { label: "Tea", token: "tea" } };
  const device = startDevice(
    [hand(4), hand(5), other, money, hand(6)],
    [{ fate: "done", number: 6 }, new Error("no network")],
  );
  await assert.rejects(device.deliver(), { message: "no network" });
  assert.deepEqual(numbers(), ["4", "7", "5", null, "8"]);
  assert.deepEqual(states(), ["sent", "waiting", "waiting", "waiting", "waiting"]);
  assert.equal(new URLSearchParams(device.sent[1].body).get("token"), "hand 5");
});

test("that a game was begun is told, for it may have another number there", async () => {
  const newGame = { path: "/sessions/abc/games/new/", fields: { do: "start", token: "game" } };
  const device = startDevice(
    [newGame, hand(1)],
    [{ fate: "done", begins: true }, { fate: "refused" }],
  );
  assert.deepEqual(await device.deliver(), { hasLeft: true, begins: true });
  storeItems({ ...all()[1], state: "waiting" });
  assert.deepEqual(await device.deliver(), { hasLeft: true, begins: false });
});

test("a token is looked for where the session keeps it, by the word of the server", () => {
  const keeps = { "/hand/": "", "/games/new/": "start" };
  const isDelivered = (path, fields, text) => {
    const item = { ...outbox.itemOf("abc", request(path), bytes(fields), NONE), unsure: "1" };
    return outbox.isDelivered(item, { etag: "2", text, keeps });
  };
  const start = "/sessions/abc/games/new/";
  for (const [path, fields] of [
    [HAND, { token: "t" }],
    [start, { token: "t", do: "start" }],
  ]) {
    assert.equal(isDelivered(path, fields, "…t…"), true);
    assert.equal(isDelivered(path, fields, "…"), false);
  }
  assert.equal(isDelivered(start, { token: "t", do: "keep" }, "…"), true);
  assert.equal(isDelivered("/sessions/abc/close/", { token: "t" }, "…"), true);
});

test("too much at once: all stays, and nobody is asked", async () => {
  const device = startDevice([hand(1), hand(2)], [{ fate: "later" }]);
  assert.equal(await hasLeft(device), false);
  assert.deepEqual(states(), ["waiting", "waiting"]);
  assert.equal(device.sent.length, 1);
  assert.equal(await hasLeft(device), true);
});

test("without a network all stays as it is", async () => {
  const device = startDevice([hand(1)], [new Error("no network")]);
  await assert.rejects(device.deliver());
  assert.deepEqual(states(), ["waiting"]);
});

test("an item tells the names and the rows that its form names, and always a token", async () => {
  const localEntries = {
    names: { 1099511627776: "Zoya" },
    rows: {
      1099528404992: ["settlement.cost", "tea"],
      1099545182208: ["settlement.cost", "beer"],
      1099561959424: ["play.game", "begun", "2"],
    },
  };
  const path = "/sessions/abc/settle/expense/delete/";
  const item = outbox.itemOf("abc", request(path), bytes({ pk: 1099528404992 }), localEntries);
  const { 1099545182208: beer, ...named } = localEntries.rows;
  const form = outbox.form(item, 2);
  assert.deepEqual(JSON.parse(form.get("names")), localEntries.names);
  assert.deepEqual(JSON.parse(form.get("rows")), named);
  assert.match(form.get("token"), /^[\w-]{36}$/);
  assert.equal(outbox.form(item, 2).get("token"), form.get("token"));
  assert.deepEqual([form.get("path"), form.get("body")], [path, "pk=1099528404992"]);
  assert.equal("offline_sessions" in item.told, false);
});

test("an item tells how long ago it was written, by the clock of its phone", (context) => {
  const item = outbox.itemOf("abc", request(HAND), bytes({ number: 1 }), NONE);
  const age = (now) => {
    context.mock.method(Date, "now", () => now);
    return outbox.form(item).get("age");
  };
  assert.equal(age(item.at + 3_600_000), "3600000");
  assert.equal(age(item.at - 3_600_000), "0", "a clock that was put back");
  delete item.at;
  assert.equal(age(0), "0");
});

test("an item is for the whole address of its form", () => {
  const path = "/sessions/abc/games/new/";
  const makeItem = (query) =>
    outbox.itemOf("abc", { ...request(path), query }, bytes({ token: "t" }), NONE);
  const [device, other] = [makeItem("variant=rummi&p=1"), makeItem("")];
  assert.equal(outbox.form(device).get("path"), `${path}?variant=rummi&p=1`);
  assert.equal(outbox.listed([device])[0].path, `${path}?variant=rummi&p=1`);
  assert.equal(outbox.form(other).get("path"), path);
  assert.equal(outbox.isSame(device, other), false);
});

test("what a page had sent and is brought once more waits for nobody", async () => {
  const device = startDevice([hand(1), hand(2)]);
  storeItems(outbox.requeued({ ...all()[0], unsure: "5" }), all()[1]);
  await device.deliver();
  assert.deepEqual(
    device.sent.map(({ waiting }) => waiting),
    ["", "1"],
  );
});

test("a hand sent again from behind its page is the same", () => {
  const item = (more) => outbox.itemOf("abc", request(HAND), bytes({ token: "t", ...more }), NONE);
  const [page, behind] = [item({ csrfmiddlewaretoken: "k", points: 5 }), item({ points: 5 })];
  assert.equal(outbox.isSame(page, behind), true);
  assert.equal(outbox.isSame(behind, item({ points: 6 })), false);
});

test("what a server took before it told of rows is sent all the same", () => {
  const form = outbox.form({ token: "t", told: { path: HAND }, body: "" }, 1);
  assert.deepEqual([form.get("names"), form.get("rows"), form.get("choice")], ["{}", "{}", ""]);
});

test("what the server stumbles over three times asks, and can be dropped", async () => {
  const failed = { fate: "failed", status: 500 };
  const device = startDevice([hand(1), hand(2)], [failed, failed, failed]);
  assert.equal(await hasLeft(device), false);
  assert.equal(await hasLeft(device), false);
  assert.deepEqual(states(), ["waiting", "waiting"]);
  assert.equal(await hasLeft(device), false);
  assert.deepEqual(states(), ["asks", "waiting"]);
});
