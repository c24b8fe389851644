// A browser's IndexedDB, as far as the app on a phone asks for it, and what may go wrong with it.

const later = (then) => setTimeout(then, 0);

/** `held`: what is kept, by key. `faults`: errors for the next transactions, one each; `opened`: the
    connections that were ever made. */
export function indexed() {
  const browser = { held: new Map(), names: [], opened: [], faults: [] };

  function connection() {
    const one = {
      isClosed: false,
      close: () => (one.isClosed = true),
      createObjectStore: () => {},
    };
    one.transaction = () => {
      if (one.isClosed) throw new DOMException("The connection is closing.", "InvalidStateError");
      return transaction(browser.faults.shift());
    };
    browser.opened.push(one);
    return one;
  }

  function transaction(fault) {
    const [one, draft] = [{ error: null, abort: () => {} }, new Map(browser.held)];
    one.objectStore = () => ({
      put: (value, key) => draft.set(key, structuredClone(value)),
      get: (key) => {
        const asked = { result: browser.held.get(key) };
        if (!fault) later(() => asked.onsuccess());
        return asked;
      },
    });
    later(() => {
      one.error = fault ?? null;
      if (fault) return one.onabort();
      browser.held = draft;
      one.oncomplete?.();
    });
    return one;
  }

  browser.open = (name) => {
    browser.names.push(name);
    const asked = { result: connection() };
    later(() => asked.onsuccess());
    return asked;
  };
  return browser;
}
