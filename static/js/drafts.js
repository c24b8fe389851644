// What is typed stays on the phone, each hand under the token of its write, until an answer of the
// server names that token. Nothing else takes a draft away but the person, and room: of those that
// were never sent the newest are kept.
//
// A draft: { token, place, number, entries, sent, instead }. "sent": no answer has come yet.
// "instead": the token of the stale hand whose place it takes.

const KEPT = "scorekeeper:draft:";
const MOST = 20;
const unstored = new Map(); // in a private window this page alone keeps them

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

/** Whether what is kept outlives the page. */
export const outlive = () => !unstored.size;

/** Sent, and not answered: neither those that another one stands for. */
export function unanswered() {
  const sent = all().filter((draft) => draft.sent);
  const replaced = new Set(sent.map(({ instead }) => instead));
  return sent.filter(({ token }) => !replaced.has(token));
}

/** What was typed into this form of this hand before the page was left. */
export const unsent = (place, number) =>
  all().find((draft) => !draft.sent && draft.place === place && draft.number === number);

/** An answer has named the token: what becomes of its draft. */
export function answered(token, outcome) {
  const draft = find(token);
  if (!draft) return;
  const { instead, ...alone } = draft;
  if (instead) drop(instead);
  if (isOver(outcome)) drop(token);
  else keep({ ...alone, sent: outcome === "conflict" });
}

/** It is written, or it never can be. */
export const isOver = (outcome) => ["done", "stale", "gone"].includes(outcome);

/** What became of which write, as an answer says (serving/outcomes.py); nothing, where it says nothing. */
export function answerOf(json) {
  const { token, fate, message } = JSON.parse(json || "{}");
  return { token, outcome: fate, message };
}
