// A browser's IndexedDB, as far as the app on a phone asks for it, and what may go wrong with it.

const later = (then) => setTimeout(then, 0);

/** `held`: what is kept, by key; `items`: what is to be delivered, by id; `sessions`: those that came
    along. `faults`: errors for the next transactions, one each; `opened`: the connections that were ever made. */
export function indexed() {
  const browser = { held: new Map(), items: new Map(), sessions: [] };
  Object.assign(browser, { names: [], opened: [], faults: [] });

  function connection() {
    const one = {
      isClosed: false,
      close: () => (one.isClosed = true),
      createObjectStore: () => ({ createIndex: () => {} }),
      objectStoreNames: new Set(),
    };
    one.transaction = () => {
      if (one.isClosed) throw new DOMException("The connection is closing.", "InvalidStateError");
      return transaction(browser.faults.shift());
    };
    browser.opened.push(one);
    return one;
  }

  function transaction(fault) {
    const one = { error: null, abort: () => {} };
    const [draft, items] = [new Map(browser.held), new Map(browser.items)];
    let pending = 0;
    let isChanged = false;
    const change = (work) => {
      isChanged = true;
      work();
    };
    const answered = (result) => {
      const asked = { result };
      pending += 1;
      later(() => {
        pending -= 1;
        if (!fault) asked.onsuccess?.();
      });
      return asked;
    };
    const held = {
      put: (value, key) => change(() => draft.set(key, structuredClone(value))),
      delete: (key) => change(() => draft.delete(key)),
      get: (key) => answered(browser.held.get(key)),
    };
    const outbox = {
      put: (item) => {
        const id = item.id ?? items.size + 1;
        change(() => items.set(id, structuredClone({ ...item, id })));
      },
      getAll: () => answered([...browser.items.values()]),
      index: () => outbox,
      openCursor: () => {
        const [asked, all] = [{}, [...items.values()]];
        const next = () => {
          const value = all.shift();
          const at = { value, delete: () => change(() => items.delete(value.id)), continue: next };
          pending += 1;
          later(() => {
            pending -= 1;
            asked.onsuccess({ target: { result: value && at } });
          });
        };
        next();
        return asked;
      },
    };
    const sessions = {
      getAll: () => answered(browser.sessions),
      delete: (gone) => {
        browser.sessions = browser.sessions.filter(({ code }) => code !== gone);
      },
      put: (session) => {
        browser.sessions = [
          ...browser.sessions.filter(({ code }) => code !== session.code),
          session,
        ];
      },
    };
    one.objectStore = (name) => ({ outbox, sessions })[name] ?? held;
    later(function end() {
      if (pending) return later(end);
      one.error = fault ?? null;
      if (fault) return one.onabort();
      if (isChanged) [browser.held, browser.items] = [draft, items];
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
