// A line on which the server says when there is something new: opened, lost, opened again. While it
// holds nobody has to ask. Knows no page.

const SILENT = 12000; // ms: the server says something every five seconds, come what may
const AGAIN = 60000; // ms: until a server that had no line for us, or no answer, is asked again

/** `browser`: the window. `address` gives where to listen, "" for nowhere; `hear` gets each word. */
export function line(browser, address, hear) {
  let source = null;
  let holds = false;
  let clock = 0;

  function close() {
    source?.close();
    source = null;
    holds = false;
    browser.clearTimeout(clock);
  }

  function later(wait) {
    browser.clearTimeout(clock);
    clock = browser.setTimeout(() => {
      close();
      open();
    }, wait);
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
      later(SILENT);
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
