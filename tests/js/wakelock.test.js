import assert from "node:assert/strict";
import { test } from "node:test";
import { lock } from "../../static/js/wakelock/lock.js";

/** A browser with a wake lock, and what it was asked. */
function browser(refuses = false) {
  const given = [];
  const request = async (kind) => {
    assert.equal(kind, "screen");
    if (refuses) throw new DOMException("low battery", "NotAllowedError");
    const one = new EventTarget();
    one.released = 0;
    one.release = async () => {
      one.released++;
      one.dispatchEvent(new Event("release"));
    };
    given.push(one);
    return one;
  };
  return { given, wakeLock: { request } };
}

function screen(from) {
  const said = [];
  return { said, ...lock(from, (how) => said.push(how)) };
}

test("a browser without it says so, and nothing is thrown", async () => {
  const one = screen({});
  await one.ask();
  await one.leave();
  assert.deepEqual(one.said, ["none"]);
});

test("a browser that refuses is asked again at the next occasion", async () => {
  const one = screen(browser(true));
  await one.ask();
  await one.ask();
  assert.deepEqual(one.said, ["refused", "refused"]);
});

test("touches while it is held ask for nothing", async () => {
  const from = browser();
  const one = screen(from);
  await Promise.all([one.ask(), one.ask()]);
  await one.ask();
  assert.equal(from.given.length, 1);
  assert.deepEqual(one.said, ["yes"]);
});

test("what the browser took away is asked for again", async () => {
  const from = browser();
  const one = screen(from);
  await one.ask();
  await from.given[0].release();
  await one.ask();
  assert.deepEqual(one.said, ["yes", "no", "yes"]);
});

test("a page that goes lets go, and of an answer that comes too late too", async () => {
  const from = browser();
  const one = screen(from);
  await one.ask();
  await one.leave();
  const late = one.ask();
  await one.leave();
  await late;
  assert.deepEqual(one.said, ["yes", "no"]);
  assert.deepEqual(
    from.given.map((each) => each.released),
    [1, 1],
  );
});
