import assert from "node:assert/strict";
import { test } from "node:test";
import { holds } from "../../static/js/questions.js";

const told = (answers) => (question) => answers[question] ?? "";

test("an answer is one of several", () => {
  const rule = [[["deal.result", ["hu", "tien_hu"]]]];
  assert.ok(holds(rule, told({ "deal.result": "tien_hu" })));
  assert.ok(!holds(rule, told({ "deal.result": "draw" })));
  assert.ok(!holds(rule, told({})));
});

test("an answer is not one of several", () => {
  assert.ok(holds([[["won", ["on"], 1]]], told({})));
  assert.ok(!holds([[["won", ["on", "maybe"], 1]]], told({ won: "on" })));
});

test("nothing is an answer too", () => {
  assert.ok(holds([[["points", [""]]]], told({})));
  assert.ok(!holds([[["points", [""]]]], told({ points: "12" })));
});

test("or binds closer than and", () => {
  const rule = [
    [
      ["result", ["hu"]],
      ["won", ["on"]],
    ],
    [["points", [""]]],
  ];
  assert.ok(holds(rule, told({ won: "on" })));
  assert.ok(holds(rule, told({ result: "hu" })));
  assert.ok(!holds(rule, told({ won: "on", points: "3" })));
  assert.ok(!holds(rule, told({ points: "" })));
});
