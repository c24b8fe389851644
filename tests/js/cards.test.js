import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../static/js/cards/counts.js";
import {
  added,
  cards,
  copies,
  count,
  elsewhere,
  groups,
  halves,
  plain,
  pretty,
  without,
} from "../../static/js/cards/text.js";

test("cards are read from letters, signs and ten as T", () => {
  assert.deepEqual(cards("5h, 10s;JK"), ["5H", "10S", "JK"]);
  assert.deepEqual(cards("5♥︎ T♠ ★"), ["5H", "10S", "JK"]);
  assert.deepEqual(cards("  "), []);
  assert.equal(plain("a♦"), "AD");
});

test("strokes divide melds", () => {
  assert.deepEqual(groups("5H 6H / 9S|"), [["5H", "6H"], ["9S"], []]);
});

test("a card is added to the last meld", () => {
  assert.equal(added("", "5H"), "5H");
  assert.equal(added("5H 6H / ", "9S"), "5H 6H / 9S");
});

test("the last of a card is taken back, wherever it lies", () => {
  assert.equal(without("5H 5H / 9S", "5H"), "5H / 9S");
  assert.equal(without("5H", "9S"), "5H");
});

test("cards are shown with signs, the joker too", () => {
  assert.equal(pretty("10S 5H JK"), "10♠︎ 5♥︎ ★");
  assert.equal(pretty("13R"), "13R");
});

test("a joker has no suit", () => {
  assert.deepEqual(halves("10S"), ["10", "S"]);
  assert.deepEqual(halves("JK"), ["JK", ""]);
});

test("a stock names the copies of a card, else those of all others", () => {
  assert.equal(copies("JK:2 5H:1 3", "JK"), 2);
  assert.equal(copies("JK:2 5H:1 3", "9S"), 3);
  assert.equal(copies("", "9S"), 0);
  assert.equal(copies("JK:2", "9S"), 99);
});

test("what lies with several people is counted of each", () => {
  const fields = [
    { whose: "p0", melds: false, cards: ["5H", "5H"] },
    { whose: "p1", melds: false, cards: ["5H", "9S"] },
  ];
  assert.equal(elsewhere(fields, "5H"), 3);
  assert.equal(count(["5H", "5H"], "5H"), 2);
});

test("what one person holds and has melded is the same card", () => {
  const fields = [
    { whose: "p0", melds: false, cards: ["5H", "5H"] },
    { whose: "p0", melds: true, cards: ["5H"] },
  ];
  assert.equal(elsewhere(fields, "5H"), 2);
});

test("of several answers the last asked for counts", () => {
  const wanted = new Latest();
  wanted.ask("a");
  wanted.ask("b");
  const sent = wanted.copy();
  wanted.ask("a");
  assert.ok(!wanted.isAnswered("a", sent));
  assert.ok(wanted.isAnswered("b", sent));
  wanted.settle(sent);
  assert.deepEqual(wanted.names, ["a"]);
  wanted.settle(wanted.copy());
  assert.ok(wanted.isEmpty);
});
