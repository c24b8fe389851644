// Hands that were sent and whose form is gone are sent from behind the page.

import * as drafts from "../drafts.js";
import { form } from "../hand.js";
import { key, value } from "./form.js";
import { wasShown } from "./other_game.js";

const TOO_LONG = 12000;

async function post({ place, entries }) {
  return fetch(place, {
    method: "POST",
    body: new URLSearchParams(entries),
    headers: { "HX-Request": "true", "X-CSRFToken": key() },
    signal: AbortSignal.timeout(TOO_LONG),
  });
}

/** The token of the stale hand that the page asks about. */
const conflictToken = () => document.querySelector("[data-instead]")?.dataset.instead;

/** Whether it is on its own way, or asked about here and now, or was. */
const isHere = (token) =>
  (form() && value(form(), "token") === token) || conflictToken() === token || wasShown(token);

let busy = false;

/** What the server asks about one is given to ``show``, which tells whether it stands in place of
    the page: the person has to decide. ``understood`` tells whether an answer was about the hand. Throws without a line. */
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
        if (!drafts.isOver(outcome) && show(await answer.text(), draft, message)) break;
      } else if (answer.status >= 500) throw new Error(answer.statusText);
    }
  } finally {
    busy = false;
  }
}
