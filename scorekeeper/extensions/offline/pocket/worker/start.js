// The start page of a site of static files: installs the app on the device, and shows the progress, or why
// that is impossible.

import { storageName } from "./names.js";

const root = document.documentElement;
const EVICTION_COOKIE = `pocket-kept=${encodeURIComponent(new URL("./", location).pathname)}`; // set by static/js/standalone.js

function show(state) {
  root.dataset.pocket = ["loading", "ready"].includes(state) ? state : "none";
  for (const message of document.querySelectorAll('[data-when]:not([data-when="evicted"])')) {
    message.hidden = message.dataset.when !== state;
  }
}

/** Why the app cannot run here; "" if it can. */
function findHindrance() {
  if (!isSecureContext) return "no-https";
  if (!navigator.serviceWorker || !self.caches || !self.indexedDB) return "no-worker";
  return self.WebAssembly && self.DecompressionStream ? "" : "no-wasm";
}

const isFull = (error) => error?.name === "QuotaExceededError" || /quota/i.test(String(error));

async function isEvicted() {
  if (!document.cookie.split("; ").includes(EVICTION_COOKIE)) return false;
  const databases = (await indexedDB.databases?.()) ?? [];
  return !databases.some(({ name }) => name === storageName(location));
}

function showProgress({ data }) {
  if (data?.pocket !== "loading") return;
  document.querySelector("progress").value = data.share;
}

/** Resolves once a worker is active: the old one, if there is one. A newer one waits until that one has
    finished. */
function activated(registration) {
  const worker = registration.active ?? registration.installing ?? registration.waiting;
  return new Promise((done, failed) => {
    const check = () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") failed(new Error("redundant"));
    };
    worker.addEventListener("statechange", check);
    check();
  });
}

async function start() {
  const notice = document.querySelector('[data-when="evicted"]');
  notice.hidden = !(await isEvicted());
  navigator.serviceWorker.addEventListener("message", showProgress);
  navigator.serviceWorker.startMessages();
  const options = { type: "module", updateViaCache: "none" };
  const registration = await navigator.serviceWorker.register("sw.js", options).catch(() => null);
  if (!registration) return "no-worker"; // no module workers, or none in a private window
  await activated(registration);
  registration.active.postMessage({ ask: "awake" }); // so that the app is ready when somebody taps
  await navigator.storage?.persist?.();
  return "ready";
}

const hindrance = findHindrance();
show(hindrance || "loading");
if (!hindrance) {
  start().then(show, async (error) => {
    const { quota = 1, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    show(isFull(error) || usage > 0.95 * quota ? "no-room" : "failed");
  });
}
