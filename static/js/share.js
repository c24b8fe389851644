// Shares or copies an invite link. Without this script users copy it by hand.

import { copy } from "./clipboard.js";
import "./https_notice.js";

const urlBeside = (button) => button.closest(".invitation").querySelector("[data-url]");

function offer() {
  document.querySelectorAll("[data-send]").forEach((button) => {
    button.hidden = !navigator.share;
  });
  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
  });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-send], [data-copy]");
  if (!button) return;
  const field = urlBeside(button);
  try {
    if (button.matches("[data-send]")) await navigator.share({ url: field.value });
    else {
      await copy(field);
      button.textContent = button.dataset.done;
    }
  } catch {
    // cancelled, or users copy it by hand
  }
});
document.addEventListener(
  "focusin",
  (event) => event.target.matches("[data-url]") && event.target.select(),
);
document.addEventListener("htmx:afterSwap", offer);
offer();
