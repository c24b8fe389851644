// The sessions that came along: what the server last said of each (its base), fetched anew whenever
// something may have changed; and whether it can be reached.

import { tellAll } from "./lifecycle.js";
import * as outbox from "./outbox.js";
import * as store from "./store.js";

const SOON = 300; // ms: a page asks for several things at once
const AGAIN = [2_000, 6_000, 18_000]; // ms: a server that is busy is asked again after these
const TOO_LONG = 20_000;
const KEPT_FOR = 60 * 24 * 3600_000; // ms
export const GONE = [401, 403, 404, 410]; // perhaps: the server itself is asked
const OWN_WORD = "X-Along"; // who stands in front of the server may say 404, too

export class Cut extends Error {}

/** There is a network, and a server that cannot answer now. */
export class Busy extends Error {}

/** What a proxy says whose server does not answer. */
export const isNoNetwork = (status) =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const isBusy = (status) => status === 429 || status >= 500;

/** Without an answer in time there is none. */
export function inTime(answer, milliseconds) {
  const late = new Promise((_done, failed) => {
    setTimeout(() => failed(new Cut("too long")), milliseconds);
  });
  return Promise.race([answer, late]);
}

export class Sessions {
  #app;
  #network;
  #prefix;
  #known = null; // by code: the club's code, the name
  #soon = new Map();
  #delivering = new Map();
  #asking = new Map();
  #insists = new Map(); // who was the last to begin
  #waits;

  constructor(app, network, prefix, waits = AGAIN) {
    this.#app = app;
    this.#network = network;
    this.#prefix = prefix;
    this.#waits = waits;
  }

  /** By code. */
  known() {
    this.#known ??= store
      .sessions()
      .then((all) => new Map(all.map((session) => [session.code, session])));
    this.#known.catch(() => {
      this.#known = null;
    });
    return this.#known;
  }

  #at = (code, what) => `${this.#prefix}/sessions/${code}/along/${what}`;

  // The base -------------------------------------------------------------------------------------

  /** Once for all who ask within a moment, and each waits for that. */
  refreshSoon(code) {
    const known = this.#soon.get(code);
    if (known) return known;
    const mine = pause(SOON).then(() => {
      this.#soon.delete(code);
      return this.#untilAnswered(code).catch(() => {});
    });
    this.#soon.set(code, mine);
    return mine;
  }

  /** A server that cannot answer now is asked a few times more, later and later; not where somebody
      else asks since, or the browser knows that there is no network. */
  async #untilAnswered(code) {
    const mine = Symbol(code);
    this.#insists.set(code, mine);
    for (const wait of this.#waits) {
      if (await this.#isFresh(code)) return;
      await pause(wait);
      if (this.#insists.get(code) !== mine || navigator.onLine === false) return;
    }
    await this.refresh(code);
  }

  /** Whether the server could say how it stands. Throws without a network. */
  async #isFresh(code) {
    try {
      await this.refresh(code);
      return true;
    } catch (error) {
      if (error instanceof Busy) return false;
      throw error;
    }
  }

  /** Whether it is here now, as the server has it. One question at a time: the later answer is the
      newer one. Throws without a network, and Busy. */
  refresh(code) {
    const before = this.#asking.get(code) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(() => this.#refresh(code));
    this.#asking.set(code, mine);
    return mine;
  }

  async #refresh(code) {
    const had = (await this.known()).get(code);
    const sent = (await store.items(code)).filter(({ state }) => state === "sent");
    const headers = had ? { "If-None-Match": had.etag } : {};
    const signal = AbortSignal.timeout(TOO_LONG);
    const how = { headers, cache: "no-store", redirect: "error", signal };
    const answer = await this.#network(this.#at(code, "snapshot/"), how);
    if (answer.status === 304) {
      const come = await this.#come(sent, had);
      if (come.size) await this.#app.rebase(code, () => store.dropItems(code, come));
      if (come.size < sent.length) await this.tell(code);
      return true;
    }
    if (isBusy(answer.status)) throw new Busy(answer.status);
    if (answer.headers.get(OWN_WORD) === "gone") await this.empty(code);
    if (!answer.ok) return false;
    await this.#take(code, answer, sent);
    await this.tell(code);
    return true;
  }

  async #take(code, answer, sent) {
    const text = await answer.text();
    const { club, name, csrf, cookies, keeps } = JSON.parse(text);
    const etag = answer.headers.get("ETag") ?? "";
    const told = { code, club, name, csrf, keeps, etag, text, at: Date.now() };
    const come = await this.#come(sent, told);
    await this.#app.rebase(code, () => store.putSession(told, come));
    await store.note("cookies", cookies);
    (await this.known()).set(code, told);
  }

  /** What of this has come, by the server's word: the ids. The rest waits again. */
  async #come(sent, told) {
    const [come, lost] = [[], []];
    for (const item of sent) (outbox.hasCome(item, told) ? come : lost).push(item);
    if (lost.length) await store.putItems(lost.map(outbox.again));
    return new Set(come.map(({ id }) => id));
  }

  /** This phone may not see it any more: only what was never delivered stays, to be read and saved; so
      does what nobody has said of that it came. */
  async empty(code) {
    const known = await this.known();
    if (!known.delete(code)) return;
    const unsure = (await store.items(code)).filter(outbox.isUnsure);
    await store.putItems(unsure.map(outbox.again));
    await this.#app.rebase(code, () => store.dropSession(code));
    await tellAll({ along: code, state: "gone", waiting: (await outbox.left(code)).length });
  }

  // Delivery -------------------------------------------------------------------------------------

  /** One delivery of a session at a time: whether it moved, and what is known of it is of before. Never
      throws: what is still here stays. */
  deliver(code) {
    const going = this.#delivering.get(code);
    if (going) return going;
    const mine = this.#deliver(code)
      .catch(() => false)
      .finally(() => this.#delivering.delete(code));
    this.#delivering.set(code, mine);
    return mine;
  }

  async #deliver(code) {
    if (!(await outbox.left(code)).length) return false;
    const post = (form) => this.#post(code, "deliver/", form);
    const { hasLeft, begins } = await outbox.deliver(code, post);
    const isOld = hasLeft && !(await this.#isFresh(code));
    // a game that was begun here may have another number there
    await this.tell(code, { hasLeft, isElsewhere: begins });
    return isOld;
  }

  async #post(code, what, form) {
    const answer = await this.ask(code, what, form);
    if (GONE.includes(answer.status)) {
      // the browser may have another mark by now; or this phone may not see the session any more
      await this.refresh(code);
      if (!(await this.known()).has(code)) throw new Cut(answer.status);
      return this.#said(await this.ask(code, what, form));
    }
    return this.#said(answer);
  }

  async #said(answer) {
    if (answer.status === 429) return { fate: "later" };
    if (isNoNetwork(answer.status) || answer.redirected) throw new Cut(answer.status);
    return answer.ok ? answer.json() : { fate: "failed", status: answer.status };
  }

  /** A form to an address of the session that came along. Throws without a network. */
  async ask(code, what, form, patience = TOO_LONG) {
    if (navigator.onLine === false) throw new Cut("no network");
    const csrf = (await this.known()).get(code)?.csrf ?? "";
    const signal = AbortSignal.timeout(patience); // of the whole answer
    const headers = { "X-CSRFToken": csrf };
    const how = { method: "POST", body: form, headers, cache: "no-store", signal };
    return this.#network(this.#at(code, what), how);
  }

  /** Sessions that nobody looked at for long go, unless something of them was never delivered. */
  async tidy() {
    for (const { code, at } of (await this.known()).values()) {
      if (Date.now() - at > KEPT_FOR && !(await store.items(code)).length) await this.empty(code);
    }
  }

  // Told to pages --------------------------------------------------------------------------------

  /** `more`: whether what pages show of it is not as it was (`hasLeft`), nor where it was
      (`isElsewhere`). */
  async tell(code, more = {}) {
    await tellAll({ ...(await this.stateOf(code)), ...more });
  }

  async stateOf(code) {
    const waiting = await outbox.left(code);
    const asks = waiting[0]?.state === "asks";
    const state = (await this.known()).has(code) ? "ready" : "none";
    return { along: code, state, waiting: waiting.length, asks };
  }
}
