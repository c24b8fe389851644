// Notices about features that need https, until the user confirms them: then never again on this device.
// Without this script they stay.

const KNOWN = "known:";

function isKnown(feature) {
  try {
    return localStorage.getItem(KNOWN + feature) !== null;
  } catch {
    return false; // no storage: shown on each page
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
    // removed from this page at least
  }
  notice.remove();
});
document.addEventListener("htmx:afterSwap", show);
show();
