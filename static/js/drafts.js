// Drafts of hands, on the device, each under the token of its write, until a response of the server names that
// token. Else only the user removes a draft; of those that were never sent only the newest are stored.
//
// A draft: { token, place, number, entries, sent, instead, at }. "sent": it waits for a response.
// "instead": the token of the stale hand that it replaces. "at": ms, when it was stored.

const KEPT = "scorekeeper:draft:";
const MOST = 20;
// Only on this page, in a private window
const unstored = new Map();

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function stored() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEPT))
      .map(read)
      .filter(Boolean);
  } catch {
    return [];
  }
}

/** All drafts, the newest first. */
const all = () => [...stored(), ...unstored.values()].sort((a, b) => b.at - a.at);

export const find = (token) => unstored.get(token) ?? read(KEPT + token);

export function drop(token) {
  unstored.delete(token);
  try {
    localStorage.removeItem(KEPT + token);
  } catch {
    /* nothing was kept there */
  }
}

export function keep(draft) {
  const dated = { ...draft, at: Date.now() };
  try {
    localStorage.setItem(KEPT + draft.token, JSON.stringify(dated));
    unstored.delete(draft.token);
  } catch {
    unstored.set(draft.token, dated);
  }
  for (const old of all()
    .filter(({ sent }) => !sent)
    .slice(MOST))
    drop(old.token);
}

/** Whether all drafts outlive the page. */
export const outlive = () => !unstored.size;

/** The drafts that wait for a response, without those that another one replaces. */
export function unanswered() {
  const sent = all().filter((draft) => draft.sent);
  const replaced = new Set(sent.map(({ instead }) => instead));
  return sent.filter(({ token }) => !replaced.has(token));
}

/** The draft for this form and hand that was never sent. */
export const unsent = (place, number) =>
  all().find((draft) => !draft.sent && draft.place === place && draft.number === number);

/** Deletes or updates a draft after a response has named its token. */
export function answered(token, outcome) {
  const draft = find(token);
  if (!draft) return;
  const { instead, ...alone } = draft;
  if (instead) drop(instead);
  // A deleted game may be restored: then its form is filled in again
  if (isOver(outcome) && outcome !== "gone") drop(token);
  else keep({ ...alone, sent: outcome === "conflict" });
}

/** Whether the hand was saved, or cannot be as things are. */
export const isOver = (outcome) => ["done", "stale", "gone"].includes(outcome);

/** The token and outcome of a response (core/requests/outcomes.py); undefined where it has none. */
export function answerOf(json) {
  const { token, fate, message } = JSON.parse(json || "{}");
  return { token, outcome: fate, message };
}
