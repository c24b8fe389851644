import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as drafts from "../../static/js/drafts.js";

class Shelf {
  constructor(room = Infinity) {
    Object.defineProperty(this, "room", { value: room, writable: true });
  }
  getItem(key) {
    return this[key] ?? null;
  }
  setItem(key, text) {
    if (!(key in this) && Object.keys(this).length >= this.room) throw new Error("full");
    this[key] = text;
  }
  removeItem(key) {
    delete this[key];
  }
}

let clock = 0;
Date.now = () => ++clock;

const draft = (token, fields = {}) => ({
  token,
  place: "/hand/",
  number: "1",
  entries: [],
  ...fields,
});
const tokens = (all) => all.map(({ token }) => token);

beforeEach(() => {
  globalThis.localStorage = new Shelf();
});

test("what was sent is kept until an answer names its token", () => {
  drafts.keep(draft("a", { sent: true }));
  drafts.answered("b", "done");
  assert.deepEqual(tokens(drafts.unanswered()), ["a"]);
  drafts.answered("a", "done");
  assert.deepEqual(drafts.unanswered(), []);
  assert.equal(drafts.find("a"), null);
});

test("an open question leaves the draft, and it is not sent again by itself", () => {
  drafts.keep(draft("a", { sent: true }));
  drafts.answered("a", "refused");
  assert.deepEqual(drafts.unanswered(), []);
  assert.equal(drafts.find("a").sent, false);
});

test("of two hands for one place the draft waits for the person; what never can be written goes, and a deleted game may be restored", () => {
  for (const [fate, isSent] of [
    ["conflict", true],
    ["stale", undefined],
    ["gone", false],
  ]) {
    drafts.keep(draft("a", { sent: true }));
    drafts.answered("a", fate);
    assert.equal(drafts.find("a")?.sent, isSent, fate);
  }
});

test("a hand that stands for another goes alone, and takes it with it", () => {
  drafts.keep(draft("old", { sent: true }));
  drafts.keep(draft("new", { sent: true, instead: "old" }));
  assert.deepEqual(tokens(drafts.unanswered()), ["new"]);
  drafts.answered("new", "done");
  assert.equal(drafts.find("old"), null);
});

test("what was typed is found by its hand, the newest first", () => {
  drafts.keep(draft("a", { sent: false, entries: [["points", "1"]] }));
  drafts.keep(draft("b", { sent: false, entries: [["points", "2"]] }));
  drafts.keep(draft("c", { sent: false, number: "2" }));
  assert.equal(drafts.unsent("/hand/", "1").token, "b");
  assert.equal(drafts.unsent("/other/", "1"), undefined);
});

test("of those never sent the newest twenty are kept, and all that were sent", () => {
  drafts.keep(draft("sent", { sent: true }));
  for (let index = 0; index < 25; index += 1) drafts.keep(draft(`t${index}`, { sent: false }));
  assert.equal(Object.keys(localStorage).length, 21);
  assert.equal(drafts.find("t0"), null);
  assert.ok(drafts.find("t24"));
  assert.ok(drafts.find("sent"));
});

test("where nothing can be kept, the page alone keeps it", () => {
  globalThis.localStorage = new Shelf(0);
  drafts.keep(draft("a", { sent: true }));
  assert.ok(!drafts.outlive());
  assert.deepEqual(tokens(drafts.unanswered()), ["a"]);
  drafts.drop("a");
  assert.ok(drafts.outlive());
});
