// Shares a result with one tap: as an image with its text, or the text alone. Where a browser cannot share, it
// copies the text, or users copy it by hand.

import { copy } from "./clipboard.js";
import "./https_notice.js";

const textBeside = (button) => button.closest("[data-share-block]").querySelector("[data-text]");
const images = new Map();

/** The image of a button as a file that can be shared, fetched once; null where there is none. */
function image(button) {
  const { image: url, name } = button.dataset;
  if (!url || !navigator.canShare) return null;
  if (!images.has(url)) images.set(url, fetchImage(url, name));
  return images.get(url);
}

async function fetchImage(url, name) {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error("no image");
    const file = new File([await response.blob()], name, { type: "image/png" });
    return navigator.canShare({ files: [file] }) ? file : null;
  } catch {
    images.delete(url); // the next tap tries again
    return null;
  }
}

async function send(button) {
  const text = textBeside(button).value;
  const file = await image(button);
  try {
    await navigator.share(file ? { files: [file], text } : { text });
  } catch (error) {
    // the image took so long that the tap expired; otherwise the user cancelled
    if (error.name === "NotAllowedError" && file) button.textContent = button.dataset.again;
  }
}

async function copyText(button) {
  try {
    await copy(textBeside(button));
    button.textContent = button.dataset.copied;
  } catch {
    // the text is selected, to be copied by hand
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share], [data-copy-text]");
  if (!button) return;
  if (button.matches("[data-share]") && navigator.share) send(button);
  else copyText(button);
});
for (const type of ["pointerdown", "focusin"])
  document.addEventListener(type, (event) => {
    const button = event.target.closest("[data-share]");
    if (button) image(button);
    else if (type === "focusin" && event.target.matches("[data-text]")) event.target.select();
  });

function offer() {
  document.querySelectorAll("[data-copy-text]").forEach((button) => {
    button.hidden = false;
  });
  document.querySelectorAll("[data-share]").forEach((button) => {
    const { copyIt } = button.dataset;
    button.hidden = !navigator.share && !copyIt;
    if (!navigator.share && copyIt) button.textContent = copyIt;
    const fallback = textBeside(button).closest("[data-fallback]");
    if (fallback) fallback.hidden = Boolean(navigator.share || navigator.clipboard);
  });
}
offer();
document.addEventListener("htmx:afterSwap", offer);
