// The offline sessions: fetches the snapshot of each whenever something may have changed, and sends what was
// written here.

import { postToPages } from "./lifecycle.js";
import * as outbox from "./outbox.js";
import * as store from "./store.js";

const SOON = 300; // ms: a page sends several requests at once
const AGAIN = [2_000, 6_000, 18_000]; // ms: pauses before a busy server is asked again
const TOO_LONG = 20_000;
const STORED_FOR = 60 * 24 * 3600_000; // ms
export const GONE = [401, 403, 404, 410]; // access may be revoked: the server says so itself
const OWN_HEADER = "X-Along"; // a proxy may answer 404, too

/** There is no network. */
export class Cut extends Error {}

/** There is a network, but the server cannot answer now. */
export class Busy extends Error {}

/** Whether a proxy says that its server does not answer. */
export const isNoNetwork = (status) =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const isBusy = (status) => status === 429 || status >= 500;

/** Throws Cut where the response does not arrive in time. */
export function inTime(response, milliseconds) {
  const timeout = new Promise((_done, failed) => {
    setTimeout(() => failed(new Cut("too long")), milliseconds);
  });
  return Promise.race([response, timeout]);
}

export class Sessions {
  #app;
  #network;
  #prefix;
  #known = null; // the stored sessions, by code
  #pending = new Map();
  #delivering = new Map();
  #refreshing = new Map();
  #newestCalls = new Map(); // by code: the last caller, which alone retries
  #pauses;

  constructor(app, network, prefix, pauses = AGAIN) {
    this.#app = app;
    this.#network = network;
    this.#prefix = prefix;
    this.#pauses = pauses;
  }

  /** The stored sessions, by code. */
  known() {
    this.#known ??= store
      .sessions()
      .then((all) => new Map(all.map((session) => [session.code, session])));
    this.#known.catch(() => {
      this.#known = null;
    });
    return this.#known;
  }

  #urlOf = (code, path) => `${this.#prefix}/sessions/${code}/offline/${path}`;

  // Snapshots ------------------------------------------------------------------------------------

  /** Refreshes once for all calls within a moment. */
  refreshSoon(code) {
    const pending = this.#pending.get(code);
    if (pending) return pending;
    const refreshing = pause(SOON).then(() => {
      this.#pending.delete(code);
      return this.#retryRefresh(code).catch(() => {});
    });
    this.#pending.set(code, refreshing);
    return refreshing;
  }

  /** Asks a busy server a few more times, with longer and longer pauses; stops where a newer call does so,
      or the browser is offline. */
  async #retryRefresh(code) {
    const call = Symbol(code);
    this.#newestCalls.set(code, call);
    for (const wait of this.#pauses) {
      if (await this.#tryRefresh(code)) return;
      await pause(wait);
      if (this.#newestCalls.get(code) !== call || navigator.onLine === false) return;
    }
    await this.refresh(code);
  }

  /** Whether the server answered. Throws without a network. */
  async #tryRefresh(code) {
    try {
      await this.refresh(code);
      return true;
    } catch (error) {
      if (error instanceof Busy) return false;
      throw error;
    }
  }

  /** Whether the newest snapshot is here now. One request at a time, so that the last response is the
      newest. Throws without a network, and Busy. */
  refresh(code) {
    const previous = this.#refreshing.get(code) ?? Promise.resolve();
    const current = previous.catch(() => {}).then(() => this.#refresh(code));
    this.#refreshing.set(code, current);
    return current;
  }

  async #refresh(code) {
    const oldSession = (await this.known()).get(code);
    const sent = (await store.items(code)).filter(({ state }) => state === "sent");
    const headers = oldSession ? { "If-None-Match": oldSession.etag } : {};
    const signal = AbortSignal.timeout(TOO_LONG);
    const options = { headers, cache: "no-store", redirect: "error", signal };
    const answer = await this.#network(this.#urlOf(code, "snapshot/"), options);
    if (answer.status === 304) {
      const delivered = await this.#findDelivered(sent, oldSession);
      if (delivered.size) await this.#app.rebase(code, () => store.dropItems(code, delivered));
      if (delivered.size < sent.length) await this.reportState(code);
      return true;
    }
    if (isBusy(answer.status)) throw new Busy(answer.status);
    if (answer.headers.get(OWN_HEADER) === "gone") await this.empty(code);
    if (!answer.ok) return false;
    await this.#store(code, answer, sent);
    await this.reportState(code);
    return true;
  }

  async #store(code, answer, sent) {
    const text = await answer.text();
    const { club, name, csrf, cookies, keeps } = JSON.parse(text);
    const etag = answer.headers.get("ETag") ?? "";
    const session = { code, club, name, csrf, keeps, etag, text, at: Date.now() };
    const delivered = await this.#findDelivered(sent, session);
    await this.#app.rebase(code, () => store.putSession(session, delivered));
    await store.putValue("cookies", cookies);
    (await this.known()).set(code, session);
  }

  /** The ids of the sent items that the snapshot contains. The others wait again. */
  async #findDelivered(sent, session) {
    const [delivered, lost] = [[], []];
    for (const item of sent) (outbox.isDelivered(item, session) ? delivered : lost).push(item);
    if (lost.length) await store.putItems(lost.map(outbox.requeued));
    return new Set(delivered.map(({ id }) => id));
  }

  /** Deletes a session that this device may no longer read. Items that were not, or perhaps not, delivered
      stay, to be saved as a file. */
  async empty(code) {
    const known = await this.known();
    if (!known.delete(code)) return;
    const unsure = (await store.items(code)).filter(outbox.isUnsure);
    await store.putItems(unsure.map(outbox.requeued));
    await this.#app.rebase(code, () => store.dropSession(code));
    await postToPages({
      session: code,
      state: "gone",
      waiting: (await outbox.unsynced(code)).length,
    });
  }

  // Delivery -------------------------------------------------------------------------------------

  /** Sends the items of a session, once at a time. Returns whether some were sent and the snapshot is
      outdated now. Never throws: unsent items stay. */
  deliver(code) {
    const running = this.#delivering.get(code);
    if (running) return running;
    const delivery = this.#deliver(code)
      .catch(() => false)
      .finally(() => this.#delivering.delete(code));
    this.#delivering.set(code, delivery);
    return delivery;
  }

  async #deliver(code) {
    if (!(await outbox.unsynced(code)).length) return false;
    const post = (form) => this.#post(code, "deliver/", form);
    const { hasLeft, begins } = await outbox.deliver(code, post);
    const isOld = hasLeft && !(await this.#tryRefresh(code));
    // a game that was started here may have another number on the server
    await this.reportState(code, { hasLeft, isElsewhere: begins });
    return isOld;
  }

  async #post(code, path, form) {
    const answer = await this.ask(code, path, form);
    if (GONE.includes(answer.status)) {
      // the browser may have another CSRF token by now; or the device may no longer read the session
      await this.refresh(code);
      if (!(await this.known()).has(code)) throw new Cut(answer.status);
      return this.#outcomeOf(await this.ask(code, path, form));
    }
    return this.#outcomeOf(answer);
  }

  async #outcomeOf(answer) {
    if (answer.status === 429) return { fate: "later" };
    if (isNoNetwork(answer.status) || answer.redirected) throw new Cut(answer.status);
    return answer.ok ? answer.json() : { fate: "failed", status: answer.status };
  }

  /** Posts a form to an address of the offline session. Throws without a network. */
  async ask(code, path, form, patience = TOO_LONG) {
    if (navigator.onLine === false) throw new Cut("no network");
    const csrf = (await this.known()).get(code)?.csrf ?? "";
    const signal = AbortSignal.timeout(patience); // for the whole response
    const headers = { "X-CSRFToken": csrf };
    const options = { method: "POST", body: form, headers, cache: "no-store", signal };
    return this.#network(this.#urlOf(code, path), options);
  }

  /** Deletes sessions that nobody used for long, unless some items were not delivered. */
  async deleteUnused() {
    for (const { code, at } of (await this.known()).values()) {
      if (Date.now() - at > STORED_FOR && !(await store.items(code)).length) await this.empty(code);
    }
  }

  // Messages to pages ----------------------------------------------------------------------------

  /** `details`: whether items were sent (`hasLeft`), so that pages are outdated, and whether a game may have
      another address now (`isElsewhere`). */
  async reportState(code, details = {}) {
    await postToPages({ ...(await this.stateOf(code)), ...details });
  }

  async stateOf(code) {
    const waiting = await outbox.unsynced(code);
    const needsChoice = waiting[0]?.state === "asks";
    const state = (await this.known()).has(code) ? "ready" : "none";
    return { session: code, state, waiting: waiting.length, needsChoice };
  }
}
