// A text is sent or copied by one tap where the phone can; else it stands there to be marked.

import { copy } from "./copying.js";
import "./missing.js";

const textBeside = (button) => button.closest("[data-telling]").querySelector("[data-text]");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const field = textBeside(button);
  try {
    if (navigator.share) await navigator.share({ text: field.value });
    else {
      await copy(field);
      button.textContent = button.dataset.copied;
    }
  } catch {
    // closed without sending, or it has to be copied by hand: nothing to say
  }
});
document.addEventListener(
  "focusin",
  (event) => event.target.matches("[data-text]") && event.target.select(),
);
const sharing = () =>
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    if (!navigator.share) button.textContent = button.dataset.copyIt;
    textBeside(button).closest(".field").hidden = Boolean(navigator.share || navigator.clipboard);
  });
sharing();
document.addEventListener("htmx:afterSwap", sharing);
