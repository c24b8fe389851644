// A page that shows a session listens for its news instead of asking every two seconds; where it can't,
// and whenever the line is lost, it asks. A page that nobody looks at does neither.

import { line } from "./live/connection.js";

const address = () => document.querySelector("[data-live]")?.dataset.live ?? "";
const hears = new Set();
const all = (news) => {
  for (const hear of hears) hear(news);
};
const held = line(window, address, all, () => all(""));

/** Whether a question that nobody asked for is needless now. */
export const isTold = () => held.holds();

/** `hear`: gets the version of the session, and after a space what stands for who writes; "" when the
    line is lost and only asking helps. */
export function listen(hear) {
  hears.add(hear);
  open();
}

function open() {
  if (hears.size && !document.hidden && navigator.onLine) held.open();
}

document.addEventListener("visibilitychange", () => (document.hidden ? held.close() : open()));
addEventListener("offline", held.close);
addEventListener("online", open);
addEventListener("pagehide", held.close);
addEventListener("pageshow", open);
