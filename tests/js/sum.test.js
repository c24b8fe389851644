import assert from "node:assert/strict";
import { test } from "node:test";
import { isWhole, pressed, shown, sum } from "../../static/js/pad/sum.js";

const typed = (keys) => [...keys].reduce(pressed, "");

test("what is added makes a sum", () => {
  assert.equal(sum("12+7+10"), 29);
  assert.equal(sum("12+"), 12);
  assert.equal(sum(""), 0);
});

test("a number has four digits at most, each part of a sum again", () => {
  assert.equal(typed("12345"), "1234");
  assert.equal(typed("12345+67890"), "1234+6789");
});

test("a nought before a number goes", () => {
  assert.equal(typed("07"), "7");
  assert.equal(typed("00"), "0");
});

test("a plus needs a number before it", () => {
  assert.equal(typed("+"), "");
  assert.equal(typed("4++"), "4+");
});

test("back takes the last sign", () => {
  assert.equal(pressed("12+", "back"), "12");
  assert.equal(pressed("", "back"), "");
});

test("a sum is shown with its result, a number alone", () => {
  assert.equal(shown("12+7"), "12 + 7 = 19");
  assert.equal(shown("12"), "12");
});

test("a count is whole with its digits, or when one more would be too many", () => {
  assert.ok(isWhole("12", Infinity, 2));
  assert.ok(isWhole("23", 130, 3));
  assert.ok(!isWhole("12", 130, 3));
  assert.ok(isWhole("4", 10, 2));
  assert.ok(!isWhole("1", 10, 2));
});

test("a sum, a nought and nothing are never whole", () => {
  for (const text of ["12+90", "12+", "0", ""]) assert.ok(!isWhole(text, 10, 1));
});
