import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../static/js/live/connection.js";

/** A browser whose lines and clock a test moves. */
function fakeBrowser() {
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
    setTimeout: (action, wait) => {
      due = { action, wait };
      return 1;
    },
    clearTimeout: () => {
      due = null;
    },
    wait: () => due?.wait,
    pass: () => due.action(),
  };
}

const say = (source, data) => source.onmessage({ data });

test("what is said is heard, and meanwhile nobody has to ask", () => {
  const [browser, messages] = [fakeBrowser(), []];
  const connection = connect(
    browser,
    () => "/live/",
    (news) => messages.push(news),
  );
  assert.equal(connection.holds(), false);
  connection.open();
  connection.open();
  assert.deepEqual(
    browser.opened.map((source) => source.address),
    ["/live/"],
  );
  assert.equal(connection.holds(), false, "it may never answer");
  say(browser.opened[0], "7");
  assert.equal(connection.holds(), true);
  say(browser.opened[0], "8 12");
  assert.deepEqual(messages, ["7", "8 12"]);
});

test("a line that is lost holds no more until it says something again", () => {
  const browser = fakeBrowser();
  const connection = connect(
    browser,
    () => "/live/",
    () => {},
  );
  connection.open();
  say(browser.opened[0], "7");
  browser.opened[0].onerror();
  assert.equal(connection.holds(), false);
  say(browser.opened[0], "7");
  assert.equal(connection.holds(), true);
});

test("a line that says nothing is asked for at once, given up later, and another one opened", () => {
  const browser = fakeBrowser();
  let losses = 0;
  const connection = connect(
    browser,
    () => "/live/",
    () => {},
    () => {
      losses += 1;
    },
  );
  connection.open();
  say(browser.opened[0], "7");
  assert.equal(browser.wait(), 4500, "whatever it missed is asked for within five seconds");
  browser.pass();
  assert.deepEqual([connection.holds(), losses, browser.opened.length], [false, 1, 1]);
  say(browser.opened[0], "8");
  assert.equal(connection.holds(), true, "it was only late");
  browser.pass();
  assert.equal(browser.wait(), 7500);
  browser.pass();
  assert.deepEqual(
    [connection.holds(), browser.opened[0].closed, browser.opened.length],
    [false, true, 2],
  );
  assert.equal(losses, 2);
  say(browser.opened[0], "9");
  assert.equal(connection.holds(), false, "the old one has nothing to say any more");
});

test("a server without a line is asked again after a minute, not at once", () => {
  const browser = fakeBrowser();
  const connection = connect(
    browser,
    () => "/live/",
    () => {},
  );
  connection.open();
  browser.opened[0].onerror();
  assert.deepEqual([browser.wait(), browser.opened.length], [60000, 1]);
  browser.pass();
  assert.equal(browser.opened.length, 2);
});

test("a page that is closed, that may not look, or whose browser cannot, has no line", () => {
  const browser = fakeBrowser();
  let address = "/live/";
  const connection = connect(
    browser,
    () => address,
    () => {},
  );
  connection.open();
  say(browser.opened[0], "7");
  connection.close();
  assert.deepEqual(
    [connection.holds(), browser.opened[0].closed, browser.wait()],
    [false, true, undefined],
  );
  address = "";
  connection.open();
  assert.equal(browser.opened.length, 1);
  connect(
    {},
    () => "/live/",
    () => {},
  ).open();
});
