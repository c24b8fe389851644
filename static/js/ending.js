// Marks the last hand when the agreed end of the session has come. The server decides it when the hand
// is saved.

function mark() {
  for (const line of document.querySelectorAll("[data-until]")) {
    if (Date.now() < Date.parse(line.dataset.until)) continue;
    line.querySelector(".ending__last").hidden = false;
  }
}

document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("visibilitychange", mark);
setInterval(mark, 10_000);
mark();
