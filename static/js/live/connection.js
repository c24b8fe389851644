// A connection on which the server reports news: opened, lost, opened again. While it works no page has to
// poll. Knows no page.

const SILENT = 4500; // ms: the server sends something every two seconds
const DEAD = 12000; // ms: until a silent connection is opened again
const AGAIN = 60000; // ms: until a server that refused, or did not answer, is tried again

/** `browser`: the window. `address` returns the URL, "" for none; `receive` gets each message, and
    `reportLoss` is called when a working connection becomes silent, so that the page polls. */
export function connect(browser, address, receive, reportLoss) {
  let source = null;
  let holds = false;
  let timer = 0;

  function close() {
    source?.close();
    source = null;
    holds = false;
    browser.clearTimeout(timer);
  }

  function schedule(wait, action = reopen) {
    browser.clearTimeout(timer);
    timer = browser.setTimeout(action, wait);
  }

  function reopen() {
    close();
    open();
  }

  /** From now on the page polls by its timer, and this once at once. */
  function assumeLost() {
    holds = false;
    schedule(DEAD - SILENT);
    reportLoss();
  }

  /** Opens it, unless it is open. */
  function open() {
    if (source || !address() || !browser.EventSource) return;
    const newSource = new browser.EventSource(address());
    source = newSource;
    schedule(AGAIN);
    newSource.onmessage = ({ data }) => {
      if (source !== newSource) return;
      holds = true;
      schedule(SILENT, assumeLost);
      receive(data);
    };
    newSource.onerror = () => {
      if (source !== newSource) return;
      holds = false;
      schedule(AGAIN); // the browser itself opens it again, unless the server refused
    };
  }

  return { open, close, holds: () => holds };
}
