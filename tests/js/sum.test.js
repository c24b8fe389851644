import assert from "node:assert/strict";
import { test } from "node:test";
import { isWhole, pressed, shown, sum } from "../../static/js/pad/sum.js";

const typed = (keys) => [...keys].reduce(pressed, "");

test("what is added makes a sum", () => {
  assert.equal(sum("12+7+10"), 29);
  assert.equal(sum("12+"), 12);
  assert.equal(sum(""), 0);
  assert.equal(sum("१२+٧"), 19);
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

test("a count is whole when one digit more would be too many, and never where nothing is", () => {
  assert.ok(isWhole("43", 130));
  assert.ok(isWhole("14", 130));
  assert.ok(!isWhole("13", 130));
  assert.ok(isWhole("130", 130));
  assert.ok(!isWhole("9", 98));
  assert.ok(isWhole("4", 10));
  assert.ok(!isWhole("1", 10));
  assert.ok(!isWhole("1234", Infinity));
});

test("a sum, a nought and nothing are never whole", () => {
  for (const text of ["12+90", "12+", "0", ""]) assert.ok(!isWhole(text, 10));
});
