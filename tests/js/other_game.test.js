import assert from "node:assert/strict";
import { test } from "node:test";
import { game } from "../../static/js/sending/other_game.js";

test("a hand belongs to the game that its address begins with", () => {
  const one = "/sessions/abc/games/1/";
  assert.equal(game(`${one}hand/`), one);
  assert.equal(game(`${one}hands/7/amend/`), one);
  assert.notEqual(game("/sessions/abc/games/12/hand/"), one);
  assert.equal(game("/sessions/abc/"), undefined);
});
