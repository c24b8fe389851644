// A page that shows a session listens for its news instead of asking every two seconds; where it can't,
// and whenever the line is lost, it asks. A page that nobody looks at does neither.

import { connect } from "./live/connection.js";

const address = () => document.querySelector("[data-live]")?.dataset.live ?? "";
const listeners = new Set();
const publish = (news) => {
  for (const listener of listeners) listener(news);
};
const connection = connect(window, address, publish, () => publish(""));

/** Whether a question that nobody asked for is needless now. */
export const isConnected = () => connection.holds();

/** `hear`: gets the version of the session, and after a space what stands for who writes; "" when the
    line is lost and only asking helps. */
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
