// What this phone is not let do here, for want of https, is said where it would be used, until
// somebody has read it: then never again on this phone. Without scripts it stays.

const KNOWN = "known:";

function isKnown(thing) {
  try {
    return localStorage.getItem(KNOWN + thing) !== null;
  } catch {
    return false; // keeps nothing: told on each page
  }
}

function show() {
  for (const told of document.querySelectorAll("[data-missing]")) {
    told.hidden = window.isSecureContext || isKnown(told.dataset.missing);
    told.querySelector("[data-known]").hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const told = event.target.closest("[data-known]")?.closest("[data-missing]");
  if (!told) return;
  try {
    localStorage.setItem(KNOWN + told.dataset.missing, "");
  } catch {
    // gone for this page at least
  }
  told.remove();
});
document.addEventListener("htmx:afterSwap", show);
show();
