// A page of the app on a phone alone: it keeps the worker awake while somebody looks at it, says when
// the app has started (data-pocket), and takes an update between two hands.

const AWAKE = 20_000; // a browser ends a worker that was asked nothing for half a minute
const A_YEAR = 31536000; // seconds

const ask = (what) => navigator.serviceWorker.controller?.postMessage({ ask: what });

function heard({ data }) {
  if (!data?.pocket) return;
  if (data.pocket !== "loading") document.documentElement.dataset.pocket = data.pocket;
  // That something was kept here outlives the store itself: so that its loss can be told.
  // Another folder of this host is another site.
  const kept = `pocket-kept=${encodeURIComponent(data.place)}; path=${data.place}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
  if (data.writes) document.cookie = `${kept}; max-age=${A_YEAR}; SameSite=Lax`;
}

async function takeUpdate() {
  if (document.getElementById("capture")) return; // a hand is being written
  const held = await navigator.serviceWorker.ready;
  held.waiting?.postMessage({ ask: "take over" });
}

async function tellOfRoom() {
  const told = document.querySelector("[data-may-go]");
  if (told) told.hidden = await navigator.storage.persisted();
}

navigator.serviceWorker?.addEventListener("message", heard);
navigator.serviceWorker?.startMessages();
ask("awake");
setInterval(() => document.visibilityState === "visible" && ask("awake"), AWAKE);
document.addEventListener("visibilitychange", () => ask("awake"));
takeUpdate().catch(() => {});
tellOfRoom().catch(() => {});
