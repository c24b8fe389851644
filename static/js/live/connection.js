// A line on which the server says when there is something new: opened, lost, opened again. While it
// holds nobody has to ask. Knows no page.

const SILENT = 4500; // ms: the server says something every two seconds, come what may
const DEAD = 12000; // ms: until a line that says nothing is opened anew
const AGAIN = 60000; // ms: until a server that had no line for us, or no answer, is asked again

/** `browser`: the window. `address` gives where to listen, "" for nowhere; `hear` gets each word, and
    `miss` is called when a line that held says nothing any more: who missed something asks now. */
export function line(browser, address, hear, miss) {
  let source = null;
  let holds = false;
  let clock = 0;

  function close() {
    source?.close();
    source = null;
    holds = false;
    browser.clearTimeout(clock);
  }

  function later(wait, then = anew) {
    browser.clearTimeout(clock);
    clock = browser.setTimeout(then, wait);
  }

  function anew() {
    close();
    open();
  }

  /** The page's own clock asks from now on; this question does not wait for it. */
  function silent() {
    holds = false;
    later(DEAD - SILENT);
    miss();
  }

  /** Does nothing while it is open. */
  function open() {
    if (source || !address() || !browser.EventSource) return;
    const own = new browser.EventSource(address());
    source = own;
    later(AGAIN);
    own.onmessage = ({ data }) => {
      if (source !== own) return;
      holds = true;
      later(SILENT, silent);
      hear(data);
    };
    own.onerror = () => {
      if (source !== own) return;
      holds = false;
      later(AGAIN); // the browser itself opens it again, unless it was told that there is none
    };
  }

  return { open, close, holds: () => holds };
}
