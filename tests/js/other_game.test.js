import assert from "node:assert/strict";
import { test } from "node:test";
import { game } from "../../static/js/sending/other_game.js";

test("a hand belongs to the game that its address begins with", () => {
  const address = "/sessions/abc/games/1/";
  assert.equal(game(`${address}hand/`), address);
  assert.equal(game(`${address}hands/7/edit/`), address);
  assert.notEqual(game("/sessions/abc/games/12/hand/"), address);
  assert.equal(game("/sessions/abc/"), undefined);
});
