// A preview that did not arrive: the page says so in place of a result that may be wrong, and asks again.

const AGAIN = 4000; // ms
const slip = () => document.getElementById("slip");
const isLate = () => slip()?.querySelector(".slip__late");
let timer = null;

const ask = () => slip().parentElement.dispatchEvent(new Event("again"));
const askAgain = () => isLate() && navigator.onLine && ask();

function showLate() {
  const words = document.getElementById("late-inside").content;
  slip().replaceChildren(words.cloneNode(true));
  slip().setAttribute("aria-busy", false);
  clearTimeout(timer);
  timer = setTimeout(askAgain, AGAIN);
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful && slip() && detail.target === slip()) showLate();
});
addEventListener("online", askAgain);
if (slip()?.ariaBusy === "true") ask(); // one may have failed before this was loaded
