import assert from "node:assert/strict";
import { test } from "node:test";
import { lock } from "../../static/js/wakelock/lock.js";

/** A browser with a wake lock, and what it was asked. */
function browser(refuses = false) {
  const locks = [];
  const request = async (kind) => {
    assert.equal(kind, "screen");
    if (refuses) throw new DOMException("low battery", "NotAllowedError");
    const granted = new EventTarget();
    granted.released = 0;
    granted.release = async () => {
      granted.released++;
      granted.dispatchEvent(new Event("release"));
    };
    locks.push(granted);
    return granted;
  };
  return { locks, wakeLock: { request } };
}

function screen(wakeLocks) {
  const states = [];
  return { states, ...lock(wakeLocks, (state) => states.push(state)) };
}

test("a browser without it says so, and nothing is thrown", async () => {
  const page = screen({});
  await page.ask();
  await page.leave();
  assert.deepEqual(page.states, ["none"]);
});

test("a browser that refuses is asked again at the next occasion", async () => {
  const page = screen(browser(true));
  await page.ask();
  await page.ask();
  assert.deepEqual(page.states, ["refused", "refused"]);
});

test("touches while it is held ask for nothing", async () => {
  const wakeLocks = browser();
  const page = screen(wakeLocks);
  await Promise.all([page.ask(), page.ask()]);
  await page.ask();
  assert.equal(wakeLocks.locks.length, 1);
  assert.deepEqual(page.states, ["yes"]);
});

test("what the browser took away is asked for again", async () => {
  const wakeLocks = browser();
  const page = screen(wakeLocks);
  await page.ask();
  await wakeLocks.locks[0].release();
  await page.ask();
  assert.deepEqual(page.states, ["yes", "no", "yes"]);
});

test("a page that goes lets go, and of an answer that comes too late too", async () => {
  const wakeLocks = browser();
  const page = screen(wakeLocks);
  await page.ask();
  await page.leave();
  const lateRequest = page.ask();
  await page.leave();
  await lateRequest;
  assert.deepEqual(page.states, ["yes", "no"]);
  assert.deepEqual(
    wakeLocks.locks.map((granted) => granted.released),
    [1, 1],
  );
});
