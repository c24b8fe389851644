import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerOf } from "../../static/js/drafts.js";
import * as pause from "../../static/js/sending/pause.js";

test("an answer names a token and what became of it", () => {
  const result = { token: "t k", fate: "refused", message: "Somebody left.", field: "" };
  const { field, fate, ...rest } = result;
  assert.deepEqual(answerOf(JSON.stringify(result)), { ...rest, outcome: fate });
  assert.equal(answerOf(null).token, undefined);
});

let due = null; // what waits: { action, wait }
globalThis.setTimeout = (action, wait) => {
  due = { action, wait };
  return 1;
};
globalThis.clearTimeout = () => {
  due = null;
};

beforeEach(() => pause.reset());

function waited() {
  pause.later(() => {});
  return due.wait;
}

test("each pause is twice the last, up to half a minute, and short again after it worked", () => {
  const waits = [waited(), waited(), waited(), waited(), waited(), waited()];
  assert.deepEqual(waits, [2000, 4000, 8000, 16000, 30000, 30000]);
  pause.reset();
  assert.equal(waited(), 2000);
});

test("what is stopped is not tried", () => {
  pause.later(() => {});
  pause.stop();
  assert.equal(due, null);
});
