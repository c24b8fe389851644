// A page that polls: stops while it is hidden, shows when there is no network, keeps its state when it is
// redrawn, and keeps forms ([data-stays]) that cannot be sent. Knows no game.

import { isConnected, listen } from "./live.js";
import { showRevoked } from "./revoked.js";

const query = (selector) => document.querySelector(selector);
const WATCHED = "[hx-trigger*='wake']";
const watchedPart = () => query(WATCHED);
const isPoll = (event) => event.detail.elt?.matches?.(WATCHED);

const TOO_LONG = 10000; // ms: some networks swallow requests without an error

let openIds = [];
let lastAnswer = new Date();
let timer = 0;

function wake() {
  if (!document.hidden && watchedPart()) window.htmx.trigger(watchedPart(), "wake");
}

/** The version that the page shows, from its polling address. */
const version = () => new URL(watchedPart().getAttribute("hx-get"), location).searchParams.get("v");

function receive(news) {
  if (news) showOnline();
  if (watchedPart() && news.split(" ")[0] !== version()) wake();
}

// The timer need not poll while a connection reports news.
const isNeedless = (event) => isConnected() && !event.detail.requestConfig.triggeringEvent;

function showOnline() {
  lastAnswer = new Date();
  const note = query("#offline");
  if (!note) return;
  note.hidden = true;
  note.querySelector("[data-unsent]").hidden = true;
}

function showOffline() {
  const note = query("#offline");
  if (!note?.hidden) return;
  note.querySelector("[data-clock]").textContent = lastAnswer.toLocaleTimeString([], {
    timeStyle: "short",
  });
  note.hidden = false;
}

function isTyping() {
  const focused = document.activeElement;
  return Boolean(
    focused?.closest(WATCHED) &&
      focused.matches("input:not([type=hidden], [readonly]), textarea, select"),
  );
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", () => (watchedPart() ? wake() : showOnline()));
addEventListener("pageshow", (event) => event.persisted && wake());

// Without a network a form would lead to the browser's error page: it stays, and shows a notice. Where the
// session is available offline, the worker answers.
const isCut = (form, note) => {
  if (document.documentElement.dataset.pocket === "ready") return false;
  return form.closest(WATCHED) ? !navigator.onLine || !note.hidden : !navigator.onLine;
};

document.addEventListener("submit", (event) => {
  const note = query("#offline");
  if (!note || !event.target.closest(`${WATCHED}, [data-stays]`)) return;
  if (!isCut(event.target, note)) return;
  event.preventDefault();
  showOffline();
  note.querySelector("[data-unsent]").hidden = false;
  note.scrollIntoView({ block: "center" });
  wake();
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isPoll(event)) return;
  if (document.hidden || isTyping() || isNeedless(event)) event.preventDefault();
});
// The next request waits for the response to this one, which may never come.
document.addEventListener("htmx:beforeSend", (event) => {
  if (!isPoll(event)) return;
  clearTimeout(timer);
  timer = setTimeout(() => window.htmx.trigger(event.detail.elt, "htmx:abort"), TOO_LONG);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isPoll(event)) return;
  clearTimeout(timer);
  const { status } = event.detail.xhr;
  if (status === 403 || status === 404) showRevoked();
  else if (status >= 200 && status < 400) showOnline();
  else showOffline();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isPoll(event) && isTyping()) event.detail.shouldSwap = false;
  openIds = [...document.querySelectorAll(`${WATCHED} details[open][id]`)].map((el) => el.id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of openIds) document.getElementById(id)?.setAttribute("open", "");
  if (query("#news")) query("#news").textContent = watchedPart()?.dataset.news ?? "";
});
if (watchedPart()) listen(receive);
