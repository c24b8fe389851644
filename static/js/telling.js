// A text is shared where the phone can; else it is copied.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const text = button.dataset.share;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.copied;
    }
  } catch {
    // closed without sending: nothing to say
  }
});
const sharing = () =>
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = !(navigator.share || navigator.clipboard);
  });
sharing();
document.addEventListener("htmx:afterSwap", sharing);
