// Listens for the news of a session, so that its page need not poll. Where that fails, the page polls. A hidden
// page does neither.

import { connect } from "./live/connection.js";

const address = () => document.querySelector("[data-live]")?.dataset.live ?? "";
const listeners = new Set();
const publish = (news) => {
  for (const listener of listeners) listener(news);
};
const connection = connect(window, address, publish, () => publish(""));

/** Whether polling is unnecessary now. */
export const isConnected = () => connection.holds();

/** `listener` gets the version of the session, and after a space the version of who is entering; "" when
    the connection is lost and the page has to poll. */
export function listen(listener) {
  listeners.add(listener);
  open();
}

function open() {
  if (listeners.size && !document.hidden && navigator.onLine) connection.open();
}

document.addEventListener("visibilitychange", () =>
  document.hidden ? connection.close() : open(),
);
addEventListener("offline", connection.close);
addEventListener("online", open);
addEventListener("pagehide", connection.close);
addEventListener("pageshow", open);
