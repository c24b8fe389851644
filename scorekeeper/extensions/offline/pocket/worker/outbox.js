// What was written on this device and waits for the server of its session. Items are sent in the order in
// which they were written, one at a time, until the server has answered each. Only users remove others, of a
// session that they may no longer read, after they saved them as a file (device_pages.js).
//
// An item: {id, session, token, told, body, names, rows, at, state, says, choice}, as devices store it.
// `told` and `body`: the request of the page. `names`: of players created on this device; `rows`: what the
// server needs to find other rows of this device that `body` names. `state`: "waiting"; "asks", where the
// user has to choose, with the message `says`; "sent", until a snapshot contains it. `unsure`: a redirect
// answered it, which may have come from somebody else, such as a login page of the network; its value is the
// version that the device had then. `again`: it was sent once more.

import * as store from "./store.js";

const GAME = "play.game";
const NOT_WRITTEN = ["refused", "stale"];
const REDIRECTED = 302; // to a page with the reason
const TRIES = 3; // after errors of the server; then the user has to choose

const fields = (body) => new URLSearchParams(body);
export const requestOf = ({ told }) => told;
export const pathOf = (item) => requestOf(item).path;
function addressOf(item) {
  const { path, query } = requestOf(item);
  return query ? `${path}?${query}` : path;
}
export const isUnsynced = ({ state }) => state !== "sent";

/** `appRequest`: as the app gets it (responses.js). */
export function itemOf(session, appRequest, body, { names, rows = {} }) {
  const text = new TextDecoder().decode(body);
  const { offline_sessions, uploaded_clubs, ...request } = appRequest;
  const token = fields(text).get("token") ?? crypto.randomUUID();
  const details = { names, rows: rowsNamedIn(text, rows), at: Date.now(), state: "waiting" };
  return { session, token, told: request, body: text, ...details };
}

/** The rows that the form names: by their keys; games by its address, so all of them. */
const rowsNamedIn = (text, rows) =>
  Object.fromEntries(
    Object.entries(rows).filter(([key, [kind]]) => kind === GAME || text.includes(key)),
  );

/** Whether both are the same form: its page sent it, or static/js/sending/queue.js did, which sends the CSRF
    token as a header. */
export const isSame = (item, other) =>
  item.token === other.token &&
  addressOf(item) === addressOf(other) &&
  typedFields(item) === typedFields(other);

function typedFields({ body }) {
  const sent = fields(body);
  sent.delete("csrfmiddlewaretoken");
  return String(sent);
}

/** Whether the session stores the item's token. `keeps`: the value of the form's button, by the end of the
    address. */
function leavesToken(item, keeps) {
  const form = fields(item.body);
  const isKept = ([end, act]) => pathOf(item).endsWith(end) && (form.get("do") ?? "") === act;
  return form.has("token") && Object.entries(keeps).some(isKept);
}

/** Whether the snapshot, of this version, contains the sent item. */
export const isDelivered = (item, { etag, text, keeps = {} }) =>
  item.unsure === undefined ||
  (etag !== item.unsure && (!leavesToken(item, keeps) || text.includes(item.token)));

export const isUnsure = (item) => item.state === "sent" && item.unsure !== undefined;

/** The item, waiting again: the server did not get it. If it did, it recognises the token. */
export const requeued = ({ unsure, ...item }) => ({ ...item, state: "waiting", again: true });

/** The items that were not sent, of a session or of all. */
export const unsynced = async (code) => (await store.items(code)).filter(isUnsynced);

/** The form that syncs an item. `waiting`: the number of unsynced items, to be shown to others, or "". */
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

/** Sends the items of a session, up to the first where the user has to choose. `post(form)` returns the
    outcome of one (core/requests/outcomes.py), and throws without a network. Returns whether any was sent
    (`hasLeft`), and whether that started a game (`begins`). */
export async function deliver(code, post) {
  const result = { hasLeft: false, begins: false };
  for (;;) {
    const waiting = await unsynced(code);
    const [first] = waiting;
    if (!first || (first.state === "asks" && !first.choice)) return result;
    // most likely the server has what a page sent: others need not wait for it
    const outcome = await post(form(first, first.again ? "" : waiting.length));
    if (outcome.fate === "later") return result;
    if (outcome.fate === "failed" && (first.failed ?? 0) + 1 < TRIES) {
      await store.putItems([{ ...first, failed: (first.failed ?? 0) + 1 }]);
      return result;
    }
    if (outcome.fate === "done" || isExplained(first, outcome)) {
      await store.putItems([
        { ...first, state: "sent" },
        ...renumbered(first, outcome, waiting.slice(1)),
      ]);
      result.hasLeft = true;
      result.begins ||= Boolean(outcome.begins);
    } else {
      await store.putItems([
        { ...first, state: "asks", says: outcome.message ?? "", choice: "", failed: 0 },
      ]);
    }
  }
}

/** Whether the page that sent it has shown why it was refused; or it cannot be synced at all. */
const isExplained = (item, { fate, status }) =>
  Boolean(item.again) &&
  (fate === "unfit" || (NOT_WRITTEN.includes(fate) && status === REDIRECTED));

/** Where the server gave a hand a higher number, the later hands of this device follow it. */
function renumbered(first, { number }, later) {
  const shift = number - Number(fields(first.body).get("number"));
  if (!number || !shift) return [];
  return later
    .filter((item) => pathOf(item) === pathOf(first))
    .map((item) => ({ ...item, body: withNumber(item.body, shift) }));
}

function withNumber(body, shift) {
  const form = fields(body);
  form.set("number", String(Number(form.get("number")) + shift));
  return String(form);
}

/** The items as the page lists them, and as a file contains them. */
export const listed = (items) =>
  items.map((item) => {
    const { token, body, names, rows, at, state, says = "" } = item;
    return { token, path: addressOf(item), body, names, rows, at, state, says };
  });
