// Sends hands in the background whose form is gone.

import * as drafts from "../drafts.js";
import { form } from "../hand_form.js";
import { key, value } from "./form.js";
import { show as showOther, wasShown } from "./other_game.js";

const TOO_LONG = 12000;

async function post({ place, entries }) {
  return fetch(place, {
    method: "POST",
    body: new URLSearchParams(entries),
    headers: { "HX-Request": "true", "X-CSRFToken": key() },
    signal: AbortSignal.timeout(TOO_LONG),
  });
}

/** The token of the stale hand whose conflict the page shows. */
const conflictToken = () => document.querySelector("[data-instead]")?.dataset.instead;

/** Whether its own form sends the hand, or the page shows its conflict, or has shown it. */
const isHere = (token) =>
  (form() && value(form(), "token") === token) || conflictToken() === token || wasShown(token);

let busy = false;

/** Sends all drafts without an answer. Where the user has to decide, ``show`` gets the page, and returns
    whether it replaced this one. ``understood`` returns whether an answer was about the hand. Throws without
    a network. */
export async function sendOthers(understood, show) {
  if (busy || key() === undefined) return;
  busy = true;
  try {
    for (const draft of drafts.unanswered()) {
      if (isHere(draft.token)) continue;
      const answer = await post(draft);
      const outcomeJson = answer.headers.get("X-Outcome");
      if (understood(outcomeJson, draft.token)) {
        const { outcome, message } = drafts.answerOf(outcomeJson);
        if (outcome === "gone") showOther(draft, message, true);
        if (!drafts.isOver(outcome) && show(await answer.text(), draft, message)) break;
      } else if (answer.status >= 500) throw new Error(answer.statusText);
    }
  } finally {
    busy = false;
  }
}
