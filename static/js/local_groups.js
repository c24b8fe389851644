// The first screen tells of a table that was begun on this phone and that no server knows.

const link = document.querySelector("[data-begun]");

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data?.begun) link.hidden = !data.begun.clubs.length;
});
navigator.serviceWorker?.startMessages();
navigator.serviceWorker
  ?.getRegistration(link.dataset.begun)
  .then((held) => held?.active?.postMessage({ ask: "begun" }));
