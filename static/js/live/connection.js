// A line on which the server says when there is something new: opened, lost, opened again. While it
// holds nobody has to ask. Knows no page.

const SILENT = 4500; // ms: the server says something every two seconds, come what may
const DEAD = 12000; // ms: until a line that says nothing is opened anew
const AGAIN = 60000; // ms: until a server that had no line for us, or no answer, is asked again

/** `browser`: the window. `address` gives where to listen, "" for nowhere; `hear` gets each word, and
    `miss` is called when a line that held says nothing any more: who missed something asks now. */
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

  /** The page's own clock asks from now on; this question does not wait for it. */
  function assumeLost() {
    holds = false;
    schedule(DEAD - SILENT);
    reportLoss();
  }

  /** Does nothing while it is open. */
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
      schedule(AGAIN); // the browser itself opens it again, unless it was told that there is none
    };
  }

  return { open, close, holds: () => holds };
}
