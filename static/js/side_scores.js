// The scores beside the hand form, on wide screens. Small ones load neither the scores nor their script.

const wide = matchMedia("(min-width: 56.25rem) and (min-height: 30rem)");
const scores = () => document.querySelector(".beside > [hx-get]");

async function show() {
  if (!wide.matches || !scores()) return;
  await import("./board.js");
  window.htmx.trigger(scores(), "wake");
}

wide.addEventListener("change", show);
document.addEventListener("hand-saved", show);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt === scores() && !wide.matches) event.preventDefault();
});
document.addEventListener("DOMContentLoaded", show); // htmx knows the page by then
