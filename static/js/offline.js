// A page of a session that can come along: has it fetched (for who keeps score, where that costs nothing; for
// others when they ask), tells the worker that somebody is there, and shows what lies on this phone
// (data-pocket on the html element: none, loading, ready). Works nowhere else than there.

import { hindrance, isMetered, reason } from "./offline/support.js";

const LATER = 2_000; // ms after the page: nothing is to wait for it
const AGAIN = 15_000; // ms: what waits here is tried again, and the worker kept awake
const root = document.documentElement;
const chip = document.querySelector("[data-session]");
const { session, worker, keeps } = chip.dataset;
let waits = false; // something lies here

const all = (selector) => document.querySelectorAll(selector);
const home = () => navigator.serviceWorker?.getRegistration(worker);
const tell = async (ask) => (await home())?.active?.postMessage({ ask, session });

/** `state`: none, loading, ready, or why not. */
function show(state) {
  root.dataset.pocket = ["loading", "ready"].includes(state) ? state : "none";
  for (const told of all("[data-along] [data-when]")) told.hidden = told.dataset.when !== state;
  for (const button of all("[data-take-along]")) {
    button.hidden = !["none", "metered", "failed"].includes(state);
  }
}

function told({ waiting = 0, asks = false }) {
  waits = waiting > 0;
  chip.hidden = !waits;
  for (const word of chip.querySelectorAll("[data-says]")) {
    word.hidden = word.dataset.says !== (asks ? "asks" : "waits");
  }
  for (const number of chip.querySelectorAll("[data-count]")) number.textContent = waiting;
}

/** What the page shows of the session may be another now: but nothing that is being typed is taken away. */
function look(isElsewhere) {
  if (isElsewhere) location.assign(chip.dataset.home);
  else if (!document.querySelector("#hand, form.stack :focus")) location.reload();
}

function heard({ data }) {
  if (data?.pocket === "loading") {
    for (const bar of all("[data-along] progress")) bar.value = data.share;
  }
  if (data?.along !== session) return;
  if (data.state === "gone") location.reload();
  else {
    show(data.why ?? data.state);
    told(data);
    if (data.hasLeft) look(data.isElsewhere);
  }
}

/** Once a worker has everything, and answers. */
function begun(held) {
  const one = held.active ?? held.installing ?? held.waiting;
  return new Promise((done, failed) => {
    const look = () => {
      if (one.state === "activated") done(held.active);
      if (one.state === "redundant") failed(new Error("redundant"));
    };
    one.addEventListener("statechange", look);
    look();
  });
}

async function take() {
  show("loading");
  try {
    const how = { type: "module", updateViaCache: "none" };
    const held = await navigator.serviceWorker.register(worker, how);
    (await begun(held)).postMessage({ ask: "take", session });
    await navigator.storage?.persist?.();
  } catch (error) {
    show(
      ["TypeError", "SecurityError"].includes(error?.name)
        ? "no-worker"
        : await reason(error, navigator),
    );
  }
}

async function takeUpdate(held) {
  if (!document.getElementById("capture")) held.waiting?.postMessage({ ask: "take over" });
}

async function start() {
  const why = hindrance(window);
  if (why) return show(why);
  navigator.serviceWorker.addEventListener("message", heard);
  navigator.serviceWorker.startMessages();
  const held = await home();
  if (held) await takeUpdate(held);
  if (held?.active) await tell("awake");
  if (keeps) return held || !isMetered(navigator) ? take() : show("metered");
  if (!held) show("none");
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-take-along]")) take();
});
addEventListener("offline", () => tell("cut"));
addEventListener("online", () => tell("online"));
document.addEventListener("visibilitychange", () => waits && tell("awake"));
setInterval(() => {
  if (!document.hidden && (waits || !navigator.onLine)) tell("awake");
}, AGAIN);
const soon = () => setTimeout(start, document.getElementById("capture") ? LATER : 0);
if (document.readyState === "complete") soon();
else addEventListener("load", soon);
