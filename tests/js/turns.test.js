import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "../../static/js/turns/order.js";

test("who sits after the winner, up to the dealer, had no turn", () => {
  assert.deepEqual(between(["0", "1", "2", "3"], "1", "3"), ["2", "3"]);
  assert.deepEqual(between(["0", "1", "2", "3"], "2", "0"), ["3", "0"]);
});

test("a dealer who wins was the last to have a turn", () => {
  assert.deepEqual(between(["0", "1", "2", "3"], "3", "3"), []);
});

test("who is not in the hand is passed over", () => {
  assert.deepEqual(between(["0", "2", "3"], "0", "2"), ["2"]);
});
