import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../static/js/live/connection.js";

/** A browser whose lines and clock a test moves. */
function browser() {
  const opened = [];
  let due = null;
  class EventSource {
    constructor(address) {
      this.address = address;
      opened.push(this);
    }
    close() {
      this.closed = true;
    }
  }
  return {
    EventSource,
    opened,
    setTimeout: (then, wait) => {
      due = { then, wait };
      return 1;
    },
    clearTimeout: () => {
      due = null;
    },
    wait: () => due?.wait,
    pass: () => due.then(),
  };
}

const say = (source, data) => source.onmessage({ data });

test("what is said is heard, and meanwhile nobody has to ask", () => {
  const [here, heard] = [browser(), []];
  const held = connect(
    here,
    () => "/live/",
    (news) => heard.push(news),
  );
  assert.equal(held.holds(), false);
  held.open();
  held.open();
  assert.deepEqual(
    here.opened.map((one) => one.address),
    ["/live/"],
  );
  assert.equal(held.holds(), false, "it may never answer");
  say(here.opened[0], "7");
  assert.equal(held.holds(), true);
  say(here.opened[0], "8 12");
  assert.deepEqual(heard, ["7", "8 12"]);
});

test("a line that is lost holds no more until it says something again", () => {
  const here = browser();
  const held = connect(
    here,
    () => "/live/",
    () => {},
  );
  held.open();
  say(here.opened[0], "7");
  here.opened[0].onerror();
  assert.equal(held.holds(), false);
  say(here.opened[0], "7");
  assert.equal(held.holds(), true);
});

test("a line that says nothing is asked for at once, given up later, and another one opened", () => {
  const here = browser();
  let asked = 0;
  const held = connect(
    here,
    () => "/live/",
    () => {},
    () => {
      asked += 1;
    },
  );
  held.open();
  say(here.opened[0], "7");
  assert.equal(here.wait(), 4500, "whatever it missed is asked for within five seconds");
  here.pass();
  assert.deepEqual([held.holds(), asked, here.opened.length], [false, 1, 1]);
  say(here.opened[0], "8");
  assert.equal(held.holds(), true, "it was only late");
  here.pass();
  assert.equal(here.wait(), 7500);
  here.pass();
  assert.deepEqual([held.holds(), here.opened[0].closed, here.opened.length], [false, true, 2]);
  assert.equal(asked, 2);
  say(here.opened[0], "9");
  assert.equal(held.holds(), false, "the old one has nothing to say any more");
});

test("a server without a line is asked again after a minute, not at once", () => {
  const here = browser();
  const held = connect(
    here,
    () => "/live/",
    () => {},
  );
  held.open();
  here.opened[0].onerror();
  assert.deepEqual([here.wait(), here.opened.length], [60000, 1]);
  here.pass();
  assert.equal(here.opened.length, 2);
});

test("a page that is closed, that may not look, or whose browser cannot, has no line", () => {
  const here = browser();
  let address = "/live/";
  const held = connect(
    here,
    () => address,
    () => {},
  );
  held.open();
  say(here.opened[0], "7");
  held.close();
  assert.deepEqual([held.holds(), here.opened[0].closed, here.wait()], [false, true, undefined]);
  address = "";
  held.open();
  assert.equal(here.opened.length, 1);
  connect(
    {},
    () => "/live/",
    () => {},
  ).open();
});
