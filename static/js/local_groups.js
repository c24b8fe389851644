// The home page links to the groups that were started on this device and that no server knows.

const link = document.querySelector("[data-local-groups]");

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data?.localGroups) link.hidden = !data.localGroups.clubs.length;
});
navigator.serviceWorker?.startMessages();
navigator.serviceWorker
  ?.getRegistration(link.dataset.localGroups)
  .then((registration) => registration?.active?.postMessage({ ask: "begun" }));
