// A page of the app on a phone alone: it keeps the worker awake while somebody looks at it, says when
// the app has started (data-pocket), and takes an update between two hands.

const AWAKE = 20_000; // a browser ends a worker that was asked nothing for half a minute
const A_YEAR = 31536000; // seconds

const ask = (action) => navigator.serviceWorker.controller?.postMessage({ ask: action });

function receive({ data }) {
  if (!data?.pocket) return;
  if (data.pocket !== "loading") document.documentElement.dataset.pocket = data.pocket;
  // That something was kept here outlives the store itself: so that its loss can be told.
  // Another folder of this host is another site.
  const cookie = `pocket-kept=${encodeURIComponent(data.place)}; path=${data.place}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
  if (data.writes) document.cookie = `${cookie}; max-age=${A_YEAR}; SameSite=Lax`;
}

async function takeUpdate() {
  if (document.getElementById("capture")) return; // a hand is being written
  const registration = await navigator.serviceWorker.ready;
  registration.waiting?.postMessage({ ask: "take over" });
}

async function hideWarning() {
  const warning = document.querySelector("[data-may-go]");
  if (warning) warning.hidden = await navigator.storage.persisted();
}

navigator.serviceWorker?.addEventListener("message", receive);
navigator.serviceWorker?.startMessages();
ask("awake");
setInterval(() => document.visibilityState === "visible" && ask("awake"), AWAKE);
document.addEventListener("visibilitychange", () => ask("awake"));
takeUpdate().catch(() => {});
hideWarning().catch(() => {});
