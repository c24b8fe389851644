// A page of the standalone app: it keeps the worker awake while it is visible, shows when the app has started
// (data-pocket), and installs updates between two hands.

const AWAKE = 20_000; // ms: a browser ends a worker after half a minute without requests
const A_YEAR = 31536000; // seconds

const ask = (action) => navigator.serviceWorker.controller?.postMessage({ ask: action });

function receive({ data }) {
  if (!data?.pocket) return;
  if (data.pocket !== "loading") document.documentElement.dataset.pocket = data.pocket;
  // The cookie outlives the database, so that the start page can report its loss. Another folder of this
  // host is another site.
  const cookie = `pocket-kept=${encodeURIComponent(data.place)}; path=${data.place}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser
  if (data.writes) document.cookie = `${cookie}; max-age=${A_YEAR}; SameSite=Lax`;
}

async function takeUpdate() {
  if (document.getElementById("capture")) return; // somebody is entering a hand
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
