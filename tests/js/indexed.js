// A browser's IndexedDB, as far as the app on a phone asks for it, and what may go wrong with it.

const later = (work) => setTimeout(work, 0);

/** `held`: what is kept, by key; `items`: what is to be delivered, by id; `sessions`: those that came
    along. `faults`: errors for the next transactions, one each; `opened`: the connections that were ever made. */
export function indexed() {
  const browser = { held: new Map(), items: new Map(), sessions: [] };
  Object.assign(browser, { names: [], opened: [], faults: [] });

  function makeConnection() {
    const connection = {
      isClosed: false,
      close: () => (connection.isClosed = true),
      createObjectStore: () => ({ createIndex: () => {} }),
      objectStoreNames: new Set(),
    };
    connection.transaction = () => {
      if (connection.isClosed)
        throw new DOMException("The connection is closing.", "InvalidStateError");
      return makeTransaction(browser.faults.shift());
    };
    browser.opened.push(connection);
    return connection;
  }

  function makeTransaction(fault) {
    const transaction = { error: null, abort: () => {} };
    const [draft, items] = [new Map(browser.held), new Map(browser.items)];
    let pending = 0;
    let isChanged = false;
    const change = (work) => {
      isChanged = true;
      work();
    };
    const answer = (result) => {
      const request = { result };
      pending += 1;
      later(() => {
        pending -= 1;
        if (!fault) request.onsuccess?.();
      });
      return request;
    };
    const values = {
      put: (value, key) => change(() => draft.set(key, structuredClone(value))),
      delete: (key) => change(() => draft.delete(key)),
      get: (key) => answer(browser.held.get(key)),
    };
    const outbox = {
      put: (item) => {
        const id = item.id ?? items.size + 1;
        change(() => items.set(id, structuredClone({ ...item, id })));
      },
      getAll: () => answer([...browser.items.values()]),
      index: () => outbox,
      openCursor: () => {
        const [request, all] = [{}, [...items.values()]];
        const next = () => {
          const value = all.shift();
          const cursor = {
            value,
            delete: () => change(() => items.delete(value.id)),
            continue: next,
          };
          pending += 1;
          later(() => {
            pending -= 1;
            request.onsuccess({ target: { result: value && cursor } });
          });
        };
        next();
        return request;
      },
    };
    const sessions = {
      getAll: () => answer(browser.sessions),
      delete: (oldCode) => {
        browser.sessions = browser.sessions.filter(({ code }) => code !== oldCode);
      },
      put: (session) => {
        browser.sessions = [
          ...browser.sessions.filter(({ code }) => code !== session.code),
          session,
        ];
      },
    };
    transaction.objectStore = (name) => ({ outbox, sessions })[name] ?? values;
    later(function end() {
      if (pending) return later(end);
      transaction.error = fault ?? null;
      if (fault) return transaction.onabort();
      if (isChanged) [browser.held, browser.items] = [draft, items];
      transaction.oncomplete?.();
    });
    return transaction;
  }

  browser.open = (name) => {
    browser.names.push(name);
    const request = { result: makeConnection() };
    later(() => request.onsuccess());
    return request;
  };
  return browser;
}
