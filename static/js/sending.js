// Nothing is lost, nothing is doubled: a hand is sent until an answer names its token, always with
// what was typed for it and never in the name of another hand. Without a signal its own form waits,
// locked; a hand whose form is gone is sent from behind the page.

import * as drafts from "./drafts.js";
import { announce, form } from "./hand.js";
import { away, fill, isAway, lock, notice, place, typed, value } from "./sending/form.js";
import * as otherGame from "./sending/other_game.js";
import * as pause from "./sending/pause.js";
import * as queue from "./sending/queue.js";

const TWICE = 2000; // within this time a second tap where "Save" was belongs to the first

function draftOf(hand, sent) {
  const token = value(hand, "token");
  const instead = hand.dataset.instead ?? drafts.find(token)?.instead;
  const number = value(hand, "number");
  return { token, place: place(hand), number, entries: typed(hand), sent, instead };
}

let waiting = null; // the form that could not be sent
let emptySince = -Infinity; // when an answer brought the form that nothing was typed into yet

/** What is typed now; on its way it stays as it was sent. */
export function keep() {
  emptySince = -Infinity;
  if (form() && !isAway(form())) drafts.keep(draftOf(form(), false));
}

/** The answers of a hand that was undone stand in it: as good as typed. */
const isFilled = () => "filled" in form().dataset;

// An answer ----------------------------------------------------------------------------------

/** Heard before the page is changed by it: a tap may follow at once. */
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

/** Whether these words are about this token. */
function takeOutcome(outcomeJson, ownToken) {
  const { token, outcome } = drafts.answerOf(outcomeJson);
  if (token !== ownToken) return false;
  drafts.answered(token, outcome);
  if (outcome === "done") emptySince = performance.now();
  return true;
}

/** The server will not have it from this page. Loaded anew, the page sends it again. */
function showRefused(sent) {
  stopWaiting();
  away(sent, false);
  notice("refused");
}

function stopWaiting() {
  waiting = null;
  pause.reset();
}

// No signal ----------------------------------------------------------------------------------

function waitForNetwork(hand) {
  if (!hand.isConnected) return;
  lock(hand);
  if (hand === form()) fill(drafts.find(value(hand, "token")).entries); // as it was sent
  notice("said");
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

/** In place of the page, whose own hand is kept meanwhile; never under a hand that is on its way.
    Of another game it is told above the page. */
function show(page, draft, message) {
  if (otherGame.show(draft, message)) return false;
  if (waiting || document.querySelector("[data-write].htmx-request")) return false;
  window.htmx.swap("#capture", page, { swapStyle: "outerHTML" });
  return true;
}

// What was left behind -----------------------------------------------------------------------

/** What was typed for this very hand stands again; what was on its way goes on. */
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

/** What the page itself says it answers. */
function readOutcome() {
  const { token, outcome } = drafts.answerOf(document.getElementById("capture")?.dataset.outcome);
  if (token) drafts.answered(token, outcome);
  return token;
}

/** An answer has come in place of the page. */
export function takeAnswer() {
  const token = readOutcome();
  if (form() && (token === value(form(), "token") || isFilled())) keep();
  sendOthers();
}

// Events -------------------------------------------------------------------------------------

/** The next hand, into which nothing was typed yet; or after the last one a form that lies in its place. A
    link there only leads on. */
function ignoreSecondPress(event) {
  const isThere = event.target === form() || event.target.closest(".dock form");
  if (!isThere || event.target === waiting || performance.now() - emptySince > TWICE) return;
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
  if (event.persisted && form() && drafts.outlive()) location.reload(); // the game went on since
});

// Not before htmx has taken the form over: it is ready by then, and was first to ask for it.
document.addEventListener("DOMContentLoaded", () => {
  readOutcome();
  restore();
  sendOthers();
});
