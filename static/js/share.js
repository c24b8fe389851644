// Send or copy an invitation. Without it the link can still be marked and copied by hand.

const url = document.querySelector("[data-url]");
const send = document.querySelector("[data-share]");
const copy = document.querySelector("[data-copy]");

if (url) {
  url.addEventListener("focus", () => url.select());

  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", () => navigator.share({ url: url.value }).catch(() => {}));
  }
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(url.value);
      copy.textContent = copy.dataset.done;
    });
  }
}
