import assert from "node:assert/strict";
import { mock, test } from "node:test";
import * as pause from "../../static/js/sending/pause.js";
import { answerOf } from "../../static/js/sending/words.js";

test("an answer names a token and what became of it", () => {
  assert.deepEqual(answerOf("t%20k settled"), { token: "t k", outcome: "settled" });
  assert.deepEqual(answerOf("tk"), { token: "tk", outcome: undefined });
  assert.equal(answerOf(null).token, "");
});

test("each pause is twice the last, up to half a minute, and short again after it worked", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const waits = () => {
    let waited = 0;
    let done = false;
    pause.later(() => {
      done = true;
    });
    while (!done) {
      mock.timers.tick(1000);
      waited += 1;
    }
    return waited;
  };
  assert.deepEqual([waits(), waits(), waits(), waits(), waits(), waits()], [2, 4, 8, 16, 30, 30]);
  pause.reset();
  assert.equal(waits(), 2);
  mock.timers.reset();
});

test("what is stopped is not tried", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  pause.later(() => assert.fail("it was stopped"));
  pause.stop();
  mock.timers.tick(60000);
  mock.timers.reset();
});
