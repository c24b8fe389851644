// Nothing is lost, nothing is doubled: a hand is sent until an answer names its token, always with
// what was typed for it and never in the name of another hand. Without a signal its own form waits,
// locked; a hand whose form is gone is sent from behind the page.

import * as drafts from "./drafts.js";

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30000;
const TOO_LONG = 12000;
const TWICE = 700; // within this time a second tap on "Save" belongs to the first

const form = () => document.getElementById("hand");
const capture = () => document.getElementById("capture");
const place = (of) => new URL(of.action).pathname;
const typed = (of) => [...new FormData(of)].filter(([name]) => name !== "csrfmiddlewaretoken");
const said = (of, name) => of.elements.namedItem(name)?.value;
function draftOf(of, sent) {
  const token = said(of, "token");
  const instead = of.dataset.instead ?? drafts.find(token)?.instead;
  return { token, place: place(of), number: said(of, "number"), entries: typed(of), sent, instead };
}

let waiting = null; // the form that could not be sent
let timer = 0;
let wait = FIRST_WAIT;
let fresh = -Infinity; // when an answer brought the form that nothing was typed into yet

const isAway = (of) => of.querySelector(".hand__fields")?.inert;

/** What is typed now; on its way it stays as it was sent. */
export function keep() {
  fresh = -Infinity;
  if (form() && !isAway(form())) drafts.keep(draftOf(form(), false));
}

// An answer ----------------------------------------------------------------------------------

/** Heard before the page is changed by it: a tap may follow at once. */
function listen(to, sent) {
  const { token } = draftOf(sent);
  let heard = false;
  to.addEventListener("readystatechange", () => {
    if (to.readyState !== XMLHttpRequest.DONE || heard) return;
    heard = understood(to.getResponseHeader("X-Answers"), token);
    if (heard) quiet();
  });
  to.addEventListener("load", () => {
    if (heard) return;
    if (to.status >= 500) failed(sent);
    else if (to.status >= 400) refused(sent);
  });
  for (const lost of ["error", "timeout"]) to.addEventListener(lost, () => failed(sent));
}

/** Whether these words are about this token: "token outcome". */
function understood(words, token) {
  const [named, outcome] = parts(words);
  if (named !== token) return false;
  drafts.answered(token, outcome);
  if (outcome === "settled") fresh = performance.now();
  return true;
}

const parts = (words) => (words ?? "").split(" ").map(decodeURIComponent);

/** The server will not have it from this page. Loaded anew, the page sends it again. */
function refused(sent) {
  quiet();
  away(sent, false);
  notice("refused");
}

function quiet() {
  clearTimeout(timer);
  waiting = null;
  wait = FIRST_WAIT;
}

// No signal ----------------------------------------------------------------------------------

function notice(why) {
  const net = document.getElementById("net");
  if (!net) return;
  net.hidden = false;
  net.querySelector(".net__said").textContent = net.dataset[why];
  document.dispatchEvent(new CustomEvent("docked", { detail: "net" }));
}

const away = (of, on) => of.querySelector(".hand__fields")?.toggleAttribute("inert", on);

function lock(of) {
  away(of, true);
  of.classList.add("hand--waiting");
  document.activeElement?.blur();
}

function failed(of) {
  if (!of.isConnected) return;
  lock(of);
  if (of === form()) fill(drafts.find(said(of, "token")).entries); // as it was sent
  notice("said");
  waiting = of;
  clearTimeout(timer);
  timer = setTimeout(sendAgain, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function sendAgain() {
  clearTimeout(timer);
  if (waiting?.isConnected) waiting.requestSubmit();
  else sendOthers();
}

// What was left behind -----------------------------------------------------------------------

function fill(entries) {
  const byName = new Map();
  for (const [name, text] of entries) byName.set(name, [...(byName.get(name) ?? []), text]);
  for (const input of form().elements) {
    if (!input.name || input.name === "csrfmiddlewaretoken") continue;
    const texts = byName.get(input.name) ?? [];
    if (input.type === "radio" || input.type === "checkbox") input.checked = texts.includes(input.value);
    else if (texts.length) input.value = texts.length > 1 ? texts.shift() : texts[0];
  }
  document.dispatchEvent(new CustomEvent("hand-filled"));
}

/** What was typed for this very hand stands again; what was on its way goes on. */
function restore() {
  if (!form()) return;
  const isOfThisHand = (draft) => draft.place === place(form()) && draft.number === said(form(), "number");
  const sent = drafts.unanswered().find(isOfThisHand);
  if (sent) {
    fill(sent.entries);
    lock(form());
    waiting = form();
    sendAgain();
  } else if (!form().querySelector(".error")) {
    const left = drafts.unsent(place(form()), said(form(), "number"));
    if (!left) return;
    fill(left.entries);
    form().dispatchEvent(new Event("input", { bubbles: true }));
  }
}

async function post({ place: to, entries }) {
  const key = document.querySelector("[name=csrfmiddlewaretoken]").value;
  return fetch(to, {
    method: "POST",
    body: new URLSearchParams(entries),
    headers: { "HX-Request": "true", "X-CSRFToken": key },
    signal: AbortSignal.timeout(TOO_LONG),
  });
}

let busy = false;

/** Hands whose form is gone. What the server asks about one is shown: the person has to decide. */
async function sendOthers() {
  if (busy || waiting || !document.querySelector("[name=csrfmiddlewaretoken]")) return;
  busy = true;
  try {
    for (const draft of drafts.unanswered()) {
      if (form() && said(form(), "token") === draft.token) continue; // it is on its own way
      if (asks() === draft.token) continue; // it is asked about here and now
      const answer = await post(draft);
      const words = answer.headers.get("X-Answers");
      if (understood(words, draft.token)) {
        if (!words.endsWith(" settled") && show(await answer.text())) break;
      } else if (answer.status >= 500) throw new Error(answer.statusText);
    }
  } catch {
    clearTimeout(timer);
    timer = setTimeout(sendAgain, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
  busy = false;
}

/** The token of the stale hand that the page asks about. */
const asks = () => document.querySelector("[data-instead]")?.dataset.instead;

/** In place of the page, whose own hand is kept meanwhile; never under a hand that is on its way. */
function show(page) {
  if (waiting || document.querySelector("[data-write].htmx-request")) return false;
  window.htmx.swap("#capture", page, { swapStyle: "outerHTML" });
  return true;
}

// Events -------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.target === waiting || performance.now() - fresh > TWICE) return;
  event.preventDefault(); // the next hand, into which nothing was typed yet
  event.stopImmediatePropagation();
}, true);
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt?.matches?.("[data-write]")) return;
  drafts.keep(draftOf(elt, true));
  away(elt, true);
  listen(xhr, elt);
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-retry]")) sendAgain();
  const dropped = event.target.closest?.("[data-forget]");
  if (dropped) drafts.drop(dropped.dataset.forget);
});
addEventListener("online", sendAgain);
addEventListener("pageshow", (event) => {
  if (event.persisted && form() && drafts.outlive()) location.reload(); // the game went on since
});

/** An answer has come in place of the page. */
export function answered() {
  const [named, outcome] = parts(capture()?.dataset.answers);
  if (named) drafts.answered(named, outcome);
  if (form() && named === said(form(), "token")) keep();
  sendOthers();
}

// Not before htmx has taken the form over: it is ready by then, and was first to ask for it.
document.addEventListener("DOMContentLoaded", () => {
  const [named, outcome] = parts(capture()?.dataset.answers);
  if (named) drafts.answered(named, outcome);
  restore();
  sendOthers();
});
