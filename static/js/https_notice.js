// What this phone is not let do here, for want of https, is said where it would be used, until
// somebody has read it: then never again on this phone. Without scripts it stays.

const KNOWN = "known:";

function isKnown(feature) {
  try {
    return localStorage.getItem(KNOWN + feature) !== null;
  } catch {
    return false; // keeps nothing: told on each page
  }
}

function show() {
  for (const notice of document.querySelectorAll("[data-missing]")) {
    notice.hidden = window.isSecureContext || isKnown(notice.dataset.missing);
    notice.querySelector("[data-known]").hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const notice = event.target.closest("[data-known]")?.closest("[data-missing]");
  if (!notice) return;
  try {
    localStorage.setItem(KNOWN + notice.dataset.missing, "");
  } catch {
    // gone for this page at least
  }
  notice.remove();
});
document.addEventListener("htmx:afterSwap", show);
show();
