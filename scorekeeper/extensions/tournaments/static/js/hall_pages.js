// The big screen of a hall: a frame that holds more than fits shows its pages in turn, until somebody pauses them.
// Its columns go on beside the frame, out of sight, as the style sheet lays them out.

const EVERY = 10_000; // ms
const FULL = 0.02; // of a page: less is no page of its own
const turns = {}; // how often the frame of this name was turned
let timer = 0; // 0: paused

/** Shows the page of a frame whose turn it is; returns how many it has. */
function show(frame) {
  const { direction, columnGap } = getComputedStyle(frame);
  const width = frame.clientWidth + (Number.parseFloat(columnGap) || 0);
  const all = frame.scrollWidth + width - frame.clientWidth;
  const pages = Math.max(1, Math.ceil(all / width - FULL));
  const page = (turns[frame.dataset.pages] ?? 0) % pages;
  frame.scrollLeft = (direction === "rtl" ? -1 : 1) * page * width;
  const mark = frame.parentElement.querySelector("[data-page]");
  mark.textContent = `${page + 1}/${pages}`;
  mark.hidden = pages === 1;
  return pages;
}

function showAll() {
  const most = Math.max(...[...document.querySelectorAll("[data-pages]")].map(show));
  const { dataset } = document.body;
  const before = dataset.turning;
  if (most > 1) dataset.turning = timer ? "on" : "paused";
  else delete dataset.turning;
  if (!before !== !dataset.turning) showAll(); // the row of the button takes some height of the frames
}

function turn() {
  for (const { dataset } of document.querySelectorAll("[data-pages]"))
    turns[dataset.pages] = (turns[dataset.pages] ?? 0) + 1;
  showAll();
}

/** Pauses the pages, or lets them go on. */
function turnOrPause() {
  clearInterval(timer);
  timer = timer ? 0 : setInterval(turn, EVERY);
  showAll();
}

turnOrPause();
document.addEventListener(
  "click",
  (event) => event.target.closest("[data-pages-pause]") && turnOrPause(),
);
document.addEventListener("htmx:afterSettle", showAll);
addEventListener("resize", showAll);
document.fonts.ready.then(showAll);
