// Nothing is lost, nothing is doubled: a hand is sent until an answer names its token, always with
// what was typed for it and never in the name of another hand. Without a signal its own form waits,
// locked; a hand whose form is gone is sent from behind the page.

import * as drafts from "./drafts.js";
import { announce, form } from "./hand.js";
import { away, fill, isAway, lock, notice, place, said, typed } from "./sending/form.js";
import * as elsewhere from "./sending/other_game.js";
import * as pause from "./sending/pause.js";
import * as others from "./sending/queue.js";

const TWICE = 2000; // within this time a second tap where "Save" was belongs to the first

function draftOf(of, sent) {
  const token = said(of, "token");
  const instead = of.dataset.instead ?? drafts.find(token)?.instead;
  return { token, place: place(of), number: said(of, "number"), entries: typed(of), sent, instead };
}

let waiting = null; // the form that could not be sent
let fresh = -Infinity; // when an answer brought the form that nothing was typed into yet

/** What is typed now; on its way it stays as it was sent. */
export function keep() {
  fresh = -Infinity;
  if (form() && !isAway(form())) drafts.keep(draftOf(form(), false));
}

/** The answers of a hand that was undone stand in it: as good as typed. */
const isFilled = () => "filled" in form().dataset;

// An answer ----------------------------------------------------------------------------------

/** Heard before the page is changed by it: a tap may follow at once. */
function listen(to, sent) {
  const { token } = draftOf(sent);
  let heard = false;
  to.addEventListener("readystatechange", () => {
    if (to.readyState !== XMLHttpRequest.DONE || heard) return;
    heard = understood(to.getResponseHeader("X-Outcome"), token);
    if (heard) quiet();
  });
  to.addEventListener("load", () => {
    if (heard) return;
    if (to.status >= 500) failed(sent);
    else if (to.status >= 400) refused(sent);
  });
  for (const lost of ["error", "timeout"]) to.addEventListener(lost, () => failed(sent));
}

/** Whether these words are about this token. */
function understood(words, asked) {
  const { token, outcome } = drafts.answerOf(words);
  if (token !== asked) return false;
  drafts.answered(token, outcome);
  if (outcome === "done") fresh = performance.now();
  return true;
}

/** The server will not have it from this page. Loaded anew, the page sends it again. */
function refused(sent) {
  quiet();
  away(sent, false);
  notice("refused");
}

function quiet() {
  waiting = null;
  pause.reset();
}

// No signal ----------------------------------------------------------------------------------

function failed(of) {
  if (!of.isConnected) return;
  lock(of);
  if (of === form()) fill(drafts.find(said(of, "token")).entries); // as it was sent
  notice("said");
  waiting = of;
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
    await others.sendOthers(understood, show);
  } catch {
    pause.later(sendAgain);
  }
}

/** In place of the page, whose own hand is kept meanwhile; never under a hand that is on its way.
    Of another game it is told above the page. */
function show(page, draft, message) {
  if (elsewhere.tell(draft, message)) return false;
  if (waiting || document.querySelector("[data-write].htmx-request")) return false;
  window.htmx.swap("#capture", page, { swapStyle: "outerHTML" });
  return true;
}

// What was left behind -----------------------------------------------------------------------

/** What was typed for this very hand stands again; what was on its way goes on. */
function restore() {
  if (!form()) return;
  const [here, number] = [place(form()), said(form(), "number")];
  const sent = drafts.unanswered().find((draft) => draft.place === here && draft.number === number);
  if (sent) {
    fill(sent.entries);
    lock(form());
    waiting = form();
    sendAgain();
  } else if (!form().querySelector(".error")) {
    const left = drafts.unsent(here, number);
    if (!left && isFilled()) keep();
    if (!left) return;
    fill(left.entries);
    announce(form());
  }
}

/** What the page itself says it answers. */
function told() {
  const { token, outcome } = drafts.answerOf(document.getElementById("capture")?.dataset.outcome);
  if (token) drafts.answered(token, outcome);
  return token;
}

/** An answer has come in place of the page. */
export function answered() {
  const token = told();
  if (form() && (token === said(form(), "token") || isFilled())) keep();
  sendOthers();
}

// Events -------------------------------------------------------------------------------------

/** The next hand, into which nothing was typed yet; or after the last one a form that lies in its place. A
    link there only leads on. */
function ignoreSecondPress(event) {
  const isThere = event.target === form() || event.target.closest(".dock form");
  if (!isThere || event.target === waiting || performance.now() - fresh > TWICE) return;
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
  if (dropped) drafts.drop(dropped.dataset.forget || said(form(), "token"));
});
addEventListener("online", sendAgain);
addEventListener("pageshow", (event) => {
  if (event.persisted && form() && drafts.outlive()) location.reload(); // the game went on since
});

// Not before htmx has taken the form over: it is ready by then, and was first to ask for it.
document.addEventListener("DOMContentLoaded", () => {
  told();
  restore();
  sendOthers();
});
