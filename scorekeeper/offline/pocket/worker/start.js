// The start page of a site of static files: brings the app onto the phone, and says how far it is, or
// why it cannot come.

import { named } from "./names.js";

const root = document.documentElement;
const KEPT = `pocket-kept=${encodeURIComponent(new URL("./", location).pathname)}`; // by static/js/pocket.js

function show(state) {
  root.dataset.pocket = ["loading", "ready"].includes(state) ? state : "none";
  for (const told of document.querySelectorAll('[data-when]:not([data-when="evicted"])')) {
    told.hidden = told.dataset.when !== state;
  }
}

/** Why it cannot come along, if it cannot. */
function hindered() {
  if (!isSecureContext) return "no-https";
  if (!navigator.serviceWorker || !self.caches || !self.indexedDB) return "no-worker";
  return self.WebAssembly && self.DecompressionStream ? "" : "no-wasm";
}

const isFull = (error) => error?.name === "QuotaExceededError" || /quota/i.test(String(error));

async function isEvicted() {
  if (!document.cookie.split("; ").includes(KEPT)) return false;
  const held = (await indexedDB.databases?.()) ?? [];
  return !held.some(({ name }) => name === named(location));
}

function heard({ data }) {
  if (data?.pocket !== "loading") return;
  document.querySelector("progress").value = data.share;
}

/** Once a worker has everything, and answers: the one of before, if there is one. A newer one waits until
    that one has given its last answer. */
function installed(held) {
  const worker = held.active ?? held.installing ?? held.waiting;
  return new Promise((done, failed) => {
    const look = () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") failed(new Error("redundant"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

async function start() {
  const evicted = document.querySelector('[data-when="evicted"]');
  evicted.hidden = !(await isEvicted());
  navigator.serviceWorker.addEventListener("message", heard);
  navigator.serviceWorker.startMessages();
  const how = { type: "module", updateViaCache: "none" };
  const held = await navigator.serviceWorker.register("sw.js", how).catch(() => null);
  if (!held) return "no-worker"; // none made of modules, or none in a private window
  await installed(held);
  held.active.postMessage({ ask: "awake" }); // warm when somebody taps
  await navigator.storage?.persist?.();
  return "ready";
}

const hindrance = hindered();
show(hindrance || "loading");
if (!hindrance) {
  start().then(show, async (error) => {
    const { quota = 1, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    show(isFull(error) || usage > 0.95 * quota ? "no-room" : "failed");
  });
}
