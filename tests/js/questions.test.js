import assert from "node:assert/strict";
import { test } from "node:test";
import { holds } from "../../static/js/questions.js";

const answerFrom = (answers) => (question) => answers[question] ?? "";

test("an answer is one of several", () => {
  const rule = [[["deal.result", ["hu", "tien_hu"]]]];
  assert.ok(holds(rule, answerFrom({ "deal.result": "tien_hu" })));
  assert.ok(!holds(rule, answerFrom({ "deal.result": "draw" })));
  assert.ok(!holds(rule, answerFrom({})));
});

test("an answer is not one of several", () => {
  assert.ok(holds([[["won", ["on"], 1]]], answerFrom({})));
  assert.ok(!holds([[["won", ["on", "maybe"], 1]]], answerFrom({ won: "on" })));
});

test("nothing is an answer too", () => {
  assert.ok(holds([[["points", [""]]]], answerFrom({})));
  assert.ok(!holds([[["points", [""]]]], answerFrom({ points: "12" })));
});

test("or binds closer than and", () => {
  const rule = [
    [
      ["result", ["hu"]],
      ["won", ["on"]],
    ],
    [["points", [""]]],
  ];
  assert.ok(holds(rule, answerFrom({ won: "on" })));
  assert.ok(holds(rule, answerFrom({ result: "hu" })));
  assert.ok(!holds(rule, answerFrom({ won: "on", points: "3" })));
  assert.ok(!holds(rule, answerFrom({ points: "" })));
});
