// What was written on this phone and is to be delivered to the server of its session: in the order in which
// it was written, one at a time, each until the server has said what became of it. Nothing else takes
// anything out, but its holder, of a session that is no longer his, once it is in a file (device_pages.js).
//
// An item: {id, session, token, told, body, names, rows, at, state, says, choice}. `told` and `body`: the
// request as the page sent it. `names`: of players made on this phone; `rows`: by what the server knows
// whatever else was made here and may be named in `body`. `state`: "waiting"; "asks", where the
// person has to choose; "sent", which is kept until the server's next word holds it. `unsure`: it was led
// on by an answer that may have been somebody else's, such as a door that asks who one is; by it the version
// that the phone had then. `again`: so it was brought once more.

import * as store from "./store.js";

const GAME = "play.game";
const NOT_WRITTEN = ["refused", "stale"];
const LED_ON = 302; // to a page that says why not
const TRIES = 3; // of what the server stumbles over: then the person is asked

const fields = (body) => new URLSearchParams(body);
export const pathOf = (item) => item.told.path;
const addressOf = ({ told }) => (told.query ? `${told.path}?${told.query}` : told.path);
export const isLeft = ({ state }) => state !== "sent";

export function itemOf(session, told, body, { names, rows = {} }) {
  const text = new TextDecoder().decode(body);
  const { offline_sessions, uploaded_clubs, ...request } = told;
  const token = fields(text).get("token") ?? crypto.randomUUID();
  const kept = { names, rows: namedIn(text, rows), at: Date.now(), state: "waiting" };
  return { session, token, told: request, body: text, ...kept };
}

/** Of all that was made here: a game is named by the address, all else by its key in the form. */
const namedIn = (text, rows) =>
  Object.fromEntries(
    Object.entries(rows).filter(([key, [kind]]) => kind === GAME || text.includes(key)),
  );

/** The same form, sent again: from its page, or from behind it, which leaves the key against forgery to a
    header (static/js/sending/queue.js). */
export const isSame = (one, other) =>
  one.token === other.token && addressOf(one) === addressOf(other) && typed(one) === typed(other);

function typed({ body }) {
  const sent = fields(body);
  sent.delete("csrfmiddlewaretoken");
  return String(sent);
}

/** Whether the session keeps the token of what this writes. `keeps`: by how addresses end, what the form's
    button says there. */
function leavesToken(item, keeps) {
  const told = fields(item.body);
  const isKept = ([end, act]) => pathOf(item).endsWith(end) && (told.get("do") ?? "") === act;
  return told.has("token") && Object.entries(keeps).some(isKept);
}

/** Whether the server's word of the session, and its version, hold what a page has sent. */
export const hasCome = (item, { etag, text, keeps = {} }) =>
  item.unsure === undefined ||
  (etag !== item.unsure && (!leavesToken(item, keeps) || text.includes(item.token)));

export const isUnsure = (item) => item.state === "sent" && item.unsure !== undefined;

/** It has not come: it waits like any other. The server knows it again if it has, after all. */
export const again = ({ unsure, ...item }) => ({ ...item, state: "waiting", again: true });

/** What is still here, of a session or of all. */
export const left = async (code) => (await store.items(code)).filter(isLeft);

/** `waiting`: how many are still here, where that is to be told to others. */
export const form = (item, waiting = "") =>
  new URLSearchParams({
    path: addressOf(item),
    body: item.body,
    token: item.token,
    names: JSON.stringify(item.names ?? {}),
    rows: JSON.stringify(item.rows ?? {}),
    choice: item.choice ?? "",
    age: String(Math.max(0, Date.now() - (item.at ?? Date.now()))), // ms; by this clock at both ends
    waiting: String(waiting),
  });

/** `post(form)` gives what became of one, as JSON (serving/outcomes.py), and throws without a network.
    Whether anything left (`hasLeft`), and whether a game was begun by it (`begins`). Stops at the first
    of which the person has to say what becomes of it. */
export async function deliver(code, post) {
  const moved = { hasLeft: false, begins: false };
  for (;;) {
    const waiting = await left(code);
    const [first] = waiting;
    if (!first || (first.state === "asks" && !first.choice)) return moved;
    // what a page had sent has most likely come: nobody waits for it
    const told = await post(form(first, first.again ? "" : waiting.length));
    if (told.fate === "later") return moved;
    if (told.fate === "failed" && (first.failed ?? 0) + 1 < TRIES) {
      await store.putItems([{ ...first, failed: (first.failed ?? 0) + 1 }]);
      return moved;
    }
    if (told.fate === "done" || wasSaid(first, told)) {
      await store.putItems([
        { ...first, state: "sent" },
        ...renumbered(first, told, waiting.slice(1)),
      ]);
      moved.hasLeft = true;
      moved.begins ||= Boolean(told.begins);
    } else {
      await store.putItems([
        { ...first, state: "asks", says: told.message ?? "", choice: "", failed: 0 },
      ]);
    }
  }
}

/** Not written, of what a page had sent before: who sent it has read why; or no phone brings it. */
const wasSaid = (item, { fate, status }) =>
  Boolean(item.again) && (fate === "unfit" || (NOT_WRITTEN.includes(fate) && status === LED_ON));

/** A hand that came to stand further down moves those of this phone that follow it. */
function renumbered(first, { number }, later) {
  const by = number - Number(fields(first.body).get("number"));
  if (!number || !by) return [];
  return later
    .filter((item) => pathOf(item) === pathOf(first))
    .map((item) => ({ ...item, body: withNumber(item.body, by) }));
}

function withNumber(body, by) {
  const told = fields(body);
  told.set("number", String(Number(told.get("number")) + by));
  return String(told);
}

/** As the page lists them, and as a file holds them. */
export const listed = (items) =>
  items.map((item) => {
    const { token, body, names, rows, at, state, says = "" } = item;
    return { token, path: addressOf(item), body, names, rows, at, state, says };
  });
