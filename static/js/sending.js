// Sends hands, so that none is lost or saved twice: it repeats a request until a response names its token.
// Without a network the form waits, locked; hands whose form is gone are sent in the background.

import * as drafts from "./drafts.js";
import { announce, form } from "./hand_form.js";
import { away, chosen, fill, isAway, lock, notice, place, typed, value } from "./sending/form.js";
import * as otherGame from "./sending/other_game.js";
import * as pause from "./sending/pause.js";
import * as queue from "./sending/queue.js";

// ms: within this time a second tap at the place of "Save" is ignored; on a link, which does no harm
const TWICE = 2000;
const TWICE_ON_LINK = 500;

function draftOf(hand, sent) {
  const token = value(hand, "token");
  const instead = hand.dataset.instead ?? drafts.find(token)?.instead;
  const number = value(hand, "number");
  return {
    token,
    place: place(hand),
    number,
    entries: (sent ? typed : chosen)(hand),
    sent,
    instead,
  };
}

// The form that could not be sent
let waiting = null;
// When a response brought a form that is still empty
let emptySince = -Infinity;

/** Stores the input, unless it is being sent. */
export function keep() {
  emptySince = -Infinity;
  if (form() && !isAway(form())) drafts.keep(draftOf(form(), false));
}

/** Whether the form contains the answers of an undone hand, which count as input. */
const isFilled = () => "filled" in form().dataset;

// Responses ----------------------------------------------------------------------------------

/** Reads the outcome before htmx changes the page: a tap may follow at once. */
function listen(request, sent) {
  const { token } = draftOf(sent);
  let isAnswered = false;
  request.addEventListener("readystatechange", () => {
    if (request.readyState !== XMLHttpRequest.DONE || isAnswered) return;
    isAnswered = takeOutcome(request.getResponseHeader("X-Outcome"), token);
    if (isAnswered) stopWaiting();
  });
  request.addEventListener("load", () => {
    if (isAnswered) return;
    if (request.status >= 500) waitForNetwork(sent);
    else if (request.status >= 400) showRefused(sent);
  });
  for (const event of ["error", "timeout"])
    request.addEventListener(event, () => waitForNetwork(sent));
}

/** Whether the outcome is about this token. */
function takeOutcome(outcomeJson, ownToken) {
  const { token, outcome } = drafts.answerOf(outcomeJson);
  if (token !== ownToken) return false;
  drafts.answered(token, outcome);
  if (outcome === "done") emptySince = performance.now();
  return true;
}

/** The server refuses it from this page. After a reload the page sends it again. */
function showRefused(sent) {
  stopWaiting();
  away(sent, false);
  notice("refused");
}

function stopWaiting() {
  waiting = null;
  pause.reset();
}

// No network ---------------------------------------------------------------------------------

function waitForNetwork(hand) {
  if (!hand.isConnected) return;
  lock(hand);
  if (hand === form()) fill(drafts.find(value(hand, "token")).entries); // as it was sent
  notice("offline");
  waiting = hand;
  pause.later(sendAgain);
}

function sendAgain() {
  pause.stop();
  if (waiting?.isConnected) waiting.requestSubmit();
  else sendOthers();
}

async function sendOthers() {
  if (waiting) return;
  try {
    await queue.sendOthers(takeOutcome, show);
  } catch {
    pause.later(sendAgain);
  }
}

/** Replaces the page, whose input is stored, unless a hand is being sent. A notice above the page is enough
    for another game. */
function show(page, draft, message) {
  if (otherGame.show(draft, message)) return false;
  if (waiting || document.querySelector("[data-write].htmx-request")) return false;
  window.htmx.swap("#capture", page, { swapStyle: "outerHTML" });
  return true;
}

// Restoring ----------------------------------------------------------------------------------

/** Restores the input for this hand; sends it again if it was sent. */
function restore() {
  if (!form()) return;
  const [address, number] = [place(form()), value(form(), "number")];
  const sent = drafts
    .unanswered()
    .find((draft) => draft.place === address && draft.number === number);
  if (sent) {
    fill(sent.entries);
    lock(form());
    waiting = form();
    sendAgain();
  } else if (!form().querySelector(".error")) {
    const left = drafts.unsent(address, number);
    if (!left && isFilled()) keep();
    if (!left) return;
    fill(left.entries);
    announce(form());
  }
}

/** Reads the outcome that the page contains. */
function readOutcome() {
  const { token, outcome } = drafts.answerOf(document.getElementById("capture")?.dataset.outcome);
  if (token) drafts.answered(token, outcome);
  return token;
}

/** Call this after a response has replaced the page. */
export function takeAnswer() {
  const token = readOutcome();
  if (form() && (token === value(form(), "token") || isFilled())) keep();
  sendOthers();
}

// Events -------------------------------------------------------------------------------------

/** Ignores a tap on the next hand, while it is empty, or on a form or link in its place. */
function ignoreSecondPress(event) {
  const isThere = event.target === form() || event.target.closest(".dock form, .dock a");
  const time = event.target.closest("a") ? TWICE_ON_LINK : TWICE;
  if (!isThere || event.target === waiting || performance.now() - emptySince > time) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
document.addEventListener("submit", ignoreSecondPress, true);
document.addEventListener("click", ignoreSecondPress, true);
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
  if (dropped) drafts.drop(dropped.dataset.forget || value(form(), "token"));
});
addEventListener("online", sendAgain);
addEventListener("pageshow", (event) => {
  if (event.persisted && form() && drafts.outlive()) location.reload(); // the game has changed since
});

// After htmx, which registered first, has processed the form.
document.addEventListener("DOMContentLoaded", () => {
  readOutcome();
  restore();
  sendOthers();
});
