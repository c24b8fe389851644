// A page of a session that can be available offline: the worker fetches it (for scorers where that costs
// nothing, for others when they ask). Keeps the worker awake, and shows the state (data-pocket on the html
// element: none, loading, ready) and the unsynced changes.

import { failureReason, hindrance, isMetered } from "./offline/support.js";

const LATER = 2_000; // ms after the page has loaded
const AGAIN = 15_000; // ms: syncs again, and keeps the worker awake
const root = document.documentElement;
const chip = document.querySelector("[data-session]");
const { session, worker: workerUrl, keeps } = chip.dataset;
const unsynced = document.querySelector("[data-unsynced]"); // their list, on the scoreboard
let hasWaiting = false; // there are unsynced changes
let listed = ""; // what the list was loaded for

const all = (selector) => document.querySelectorAll(selector);
const findRegistration = () => navigator.serviceWorker?.getRegistration(workerUrl);
const postToWorker = async (ask) =>
  (await findRegistration())?.active?.postMessage({ ask, session });

/** `state`: none, loading, ready, or the reason why not. */
function show(state) {
  root.dataset.pocket = ["loading", "ready"].includes(state) ? state : "none";
  for (const message of all("[data-offline] [data-when]"))
    message.hidden = message.dataset.when !== state;
  for (const button of all("[data-make-available]")) {
    button.hidden = !["none", "metered", "failed"].includes(state);
  }
}

function showWaiting({ waiting = 0, needsChoice = false }) {
  hasWaiting = waiting > 0;
  chip.hidden = !hasWaiting;
  for (const note of chip.querySelectorAll("[data-note]")) {
    note.hidden = note.dataset.note !== (needsChoice ? "choice" : "waiting");
  }
  for (const number of chip.querySelectorAll("[data-count]")) number.textContent = waiting;
  if (unsynced) list(`${waiting} ${needsChoice}`);
}

/** Lists the unsynced changes where they are others than before. */
function list(changes) {
  unsynced.hidden = !hasWaiting;
  if (hasWaiting && changes !== listed) unsynced.dispatchEvent(new CustomEvent("unsynced"));
  listed = changes;
}

/** Loads an outdated page again, but not while the user types. */
function look(isElsewhere) {
  if (isElsewhere) location.assign(chip.dataset.home);
  else if (!document.querySelector("#hand, form.stack :focus")) location.reload();
}

function receive({ data }) {
  if (data?.pocket === "loading") {
    for (const bar of all("[data-offline] progress")) bar.value = data.share;
  }
  if (data?.session !== session) return;
  if (data.state === "gone") location.reload();
  else {
    show(data.reason ?? data.state);
    showWaiting(data);
    if (data.hasLeft) look(data.isElsewhere);
  }
}

/** The worker, once it is active. */
function activated(registration) {
  const worker = registration.active ?? registration.installing ?? registration.waiting;
  return new Promise((done, failed) => {
    const look = () => {
      if (worker.state === "activated") done(registration.active);
      if (worker.state === "redundant") failed(new Error("redundant"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

async function makeAvailable() {
  show("loading");
  try {
    const options = { type: "module", updateViaCache: "none" };
    const registration = await navigator.serviceWorker.register(workerUrl, options);
    (await activated(registration)).postMessage({ ask: "take", session });
    await navigator.storage?.persist?.();
  } catch (error) {
    show(
      ["TypeError", "SecurityError"].includes(error?.name)
        ? "no-worker"
        : await failureReason(error, navigator),
    );
  }
}

async function takeUpdate(registration) {
  if (!document.getElementById("capture")) registration.waiting?.postMessage({ ask: "take over" });
}

async function start() {
  const obstacle = hindrance(window);
  if (obstacle) return show(obstacle);
  navigator.serviceWorker.addEventListener("message", receive);
  navigator.serviceWorker.startMessages();
  const registration = await findRegistration();
  if (registration) await takeUpdate(registration);
  if (registration?.active) await postToWorker("awake");
  if (keeps) return registration || !isMetered(navigator) ? makeAvailable() : show("metered");
  if (!registration) show("none");
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-make-available]")) makeAvailable();
});
addEventListener("offline", () => postToWorker("cut"));
addEventListener("online", () => postToWorker("online"));
document.addEventListener("visibilitychange", () => hasWaiting && postToWorker("awake"));
setInterval(() => {
  if (!document.hidden && (hasWaiting || !navigator.onLine)) postToWorker("awake");
}, AGAIN);
const startSoon = () => setTimeout(start, document.getElementById("capture") ? LATER : 0);
if (document.readyState === "complete") startSoon();
else addEventListener("load", startSoon);
