// Makes a table smaller that is wider than its place; then, where it can ([data-of]), labels each number.
// Where that is still too wide, it scrolls, with a fixed first column. Knows no table.

const STEPS = ["fit--small", "fit--least", "fit--told", "fit--pairs"];
const PLACES = ".table-scroll";

function fit(place) {
  place.classList.remove(...STEPS);
  if (!place.clientWidth) return;
  for (const step of STEPS) {
    if (place.scrollWidth <= place.clientWidth) return;
    place.classList.add(step);
  }
  if (place.scrollWidth > place.clientWidth) place.classList.remove(...STEPS.slice(1));
}

const widths = new ResizeObserver((changes) => {
  for (const { target } of changes) fit(target);
});

function observe(part) {
  for (const place of part.querySelectorAll(PLACES)) {
    fit(place);
    widths.observe(place);
  }
}

observe(document);
document.addEventListener("htmx:load", (event) => observe(event.target.parentElement ?? document));
document.addEventListener("toggle", (event) => observe(event.target.parentElement), true);
