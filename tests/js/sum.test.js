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

test("the sign of the last number turns, before or after its digits", () => {
  assert.equal(typed("±5"), "-5");
  assert.equal(typed("5±"), "-5");
  assert.equal(typed("5±±"), "5");
  assert.equal(typed("±±"), "");
  assert.equal(typed("12+7±"), "12+-7");
  assert.equal(typed("-12345"), "-1234");
  assert.equal(sum("12+-7"), 5);
  assert.equal(sum("-5"), -5);
  assert.equal(sum("-"), 0);
  assert.equal(shown("12+-7"), "12 + −7 = 5");
  assert.ok(!isWhole("-12", 10, 10));
});

test("back takes the last sign", () => {
  assert.equal(pressed("12+", "back"), "12");
  assert.equal(pressed("", "back"), "");
});

test("a sum is shown with its result, a number alone", () => {
  assert.equal(shown("12+7"), "12 + 7 = 19");
  assert.equal(shown("12"), "12");
});

test("a count is whole where a digit more would be cut, else with as many digits as the largest", () => {
  for (const two of ["10", "12", "13", "14", "43", "99"]) assert.ok(isWhole(two, 130, 80), two);
  for (const two of ["10", "12", "22", "30", "99"]) assert.ok(!isWhole(two, 260), two);
  for (const two of ["10", "12"]) assert.ok(!isWhole(two, 200, 120), two);
  for (const two of ["13", "43"]) assert.ok(isWhole(two, 200, 120), two);
  assert.ok(isWhole("130", 130));
  for (const one of ["1", "9"]) assert.ok(!isWhole(one, 98), one);
  for (const one of ["1", "4"]) assert.ok(!isWhole(one, 10), one);
  assert.ok(isWhole("4", 7));
  assert.ok(!isWhole("4", 130, 7), "a count may be larger than its cap");
  assert.ok(!isWhole("1234", Infinity));
  assert.ok(!isWhole("4", 0), "what is wrong is typed whole before it is refused");
});

test("a sum, a nought and nothing are never whole", () => {
  for (const text of ["12+90", "12+", "0", ""]) assert.ok(!isWhole(text, 10, 10));
});
