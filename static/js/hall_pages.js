// The big screen of a hall: a frame that holds more than fits shows its pages in turn. Its columns go on beside
// the frame, out of sight, as the style sheet lays them out.

const EVERY = 10_000; // ms
const FULL = 0.02; // of a page: less is no page of its own
const turns = {}; // how often the frame of this name was turned

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
}

function showAll() {
  for (const frame of document.querySelectorAll("[data-pages]")) show(frame);
}

function turn() {
  for (const { dataset } of document.querySelectorAll("[data-pages]"))
    turns[dataset.pages] = (turns[dataset.pages] ?? 0) + 1;
  showAll();
}

setInterval(turn, EVERY);
document.addEventListener("htmx:afterSettle", showAll);
addEventListener("resize", showAll);
document.fonts.ready.then(showAll);
showAll();
