// Addresses that are about this phone: what waits on it, what it asks, what was begun on it.

import { HERE } from "./app.js";
import * as outbox from "./outbox.js";
import { responseOf } from "./responses.js";
import { Cut, GONE, inTime } from "./sessions.js";
import * as store from "./store.js";

const OWN = /^sessions\/\w+\/along\/(|outbox\.json|compare\/|choice\/|send\/)$/;
const LEFT = /^pocket\/left\/(\w+)\/$/;
const SAVED = "saved"; // by night: the ids of what was saved as a file
const PATIENCE = 4_000; // ms, of somebody who looks
const LONG = 30_000; // ms, of a whole club
const CHOICES = ["keep", "after", "instead", "again"];
const KEY = /name="csrfmiddlewaretoken" value="(\w+)"/;

async function page(answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(await answer.text(), { status: answer.status, headers });
}

/** Whether a page of ours has sent this. */
export const isOurs = (referrer) =>
  Boolean(referrer) && new URL(referrer).origin === self.location.origin;

export class Caught {
  #sessions;
  #app;
  #told;
  #network;
  #prefix;

  constructor(sessions, { app, told, network, prefix }) {
    this.#sessions = sessions;
    this.#app = app;
    this.#told = told;
    this.#network = network;
    this.#prefix = prefix;
  }

  /** Nothing, where the address is not about this phone. */
  async answer(event, code, path) {
    const what = path.match(OWN)?.[1];
    const { method } = event.request;
    if (method === "POST" && what === "choice/") return this.#choose(event, code);
    if (method === "POST" && what === "send/") return this.#send(code);
    if (method !== "GET") return undefined;
    if (what === "") return this.#list(event, code);
    if (what === "outbox.json") return this.#file(event.request, code);
    return what === "compare/" ? this.#compare(code) : undefined;
  }

  #to = (code, what = "") =>
    Response.redirect(
      new URL(`${this.#prefix}/sessions/${code}/${what}`, self.location.origin),
      303,
    );

  async #list(event, code) {
    const items = JSON.stringify(outbox.listed(await store.items(code)));
    const form = new URLSearchParams({ items });
    const answer = await this.#sessions.ask(code, "", form, PATIENCE).catch(() => null);
    if (answer?.ok) return page(answer);
    const asked = this.#told(event.request);
    const headers = {
      ...asked.headers,
      "content-type": "application/x-www-form-urlencoded",
      "x-csrftoken": (await this.#sessions.known()).get(code)?.csrf ?? "",
    };
    const body = new TextEncoder().encode(String(form));
    return responseOf(await this.#app.answer(code, { ...asked, method: "POST", headers }, body));
  }

  async #file({ mode }, code) {
    const items = await outbox.left(code);
    if (mode === "navigate") await this.#noteSaved(code, items); // no script has only looked at it
    const told = { session: code, items: outbox.listed(items) };
    return new Response(JSON.stringify(told, null, 1), {
      headers: {
        "Content-Type": "application/json",
        "Content-Disposition": `attachment; filename="scorekeeper-${code}-outbox.json"`,
      },
    });
  }

  async #noteSaved(code, items) {
    const saved = { ...(await store.noted(SAVED)), [code]: items.map(({ id }) => id) };
    await store.note(SAVED, saved).catch(() => {}); // no room: the file is given all the same
  }

  async #compare(code) {
    const [first, ...later] = await outbox.left(code);
    if (first?.state !== "asks") return this.#to(code, "along/");
    const form = outbox.form(first, later.length + 1);
    form.set("later", String(later.length));
    form.set("token", first.token);
    form.set("says", first.says ?? "");
    const answer = await this.#sessions.ask(code, "compare/", form, PATIENCE).catch(() => null);
    return answer?.ok ? page(answer) : this.#to(code, "along/");
  }

  /** What the person says of what could not be delivered as it is. */
  async #choose(event, code) {
    const told = new URLSearchParams(await event.request.text());
    const [first] = await outbox.left(code);
    const [token, choice] = [told.get("token"), told.get("choice")];
    if (first?.token === token && CHOICES.includes(choice)) {
      const chosen = choice === "again" ? "" : choice;
      const state = choice === "again" ? "waiting" : "asks";
      await store.putItems([{ ...first, state, choice: chosen }]);
      await inTime(this.#sessions.deliver(code), PATIENCE * 2).catch(() => {});
    }
    const [next] = await outbox.left(code);
    return next?.state === "asks" ? this.#to(code, "along/compare/") : this.#to(code);
  }

  async #send(code) {
    await inTime(this.#sessions.deliver(code), PATIENCE * 2).catch(() => {});
    return this.#to(code, "along/");
  }

  // Taken back -----------------------------------------------------------------------------------

  /** Of a session that this phone may not see any more: what was never delivered can still be saved. */
  async leftBehind({ request }, code, path) {
    if (path.match(OWN)?.[1] === "outbox.json") return this.#file(request, code);
    if (request.method !== "GET" || request.mode !== "navigate") return undefined;
    const answer = await inTime(this.#network(request), PATIENCE).catch(() => null);
    if (answer && !GONE.includes(answer.status)) return answer; // it was let in again
    return this.#pageOfLeft(request, code);
  }

  /** `saved`: "yes" or "no", for who says that it is. */
  async #pageOfLeft({ headers }, code, saved = "") {
    const { href: url } = new URL(`pocket/left/${code}/?saved=${saved}`, self.registration.scope);
    const asked = this.#told({ url, method: "GET", headers, referrer: "" });
    return responseOf(await this.#app.answer(HERE, asked));
  }

  /** Nothing of it leaves the phone but what a file holds, and when its holder says so. */
  async #takeOff({ request }, code) {
    const [items, saved] = [await outbox.left(code), (await store.noted(SAVED))?.[code] ?? []];
    const start = new URL(`${this.#prefix}/`, self.location.origin);
    if (!items.length || (await this.#sessions.known()).has(code))
      return Response.redirect(start, 303);
    if (!items.every(({ id }) => saved.includes(id))) return this.#pageOfLeft(request, code, "no");
    if (request.method !== "POST" || !isOurs(request.referrer)) {
      return this.#pageOfLeft(request, code, "yes");
    }
    await store.dropItems(code, new Set(saved));
    await store.note(SAVED, { ...(await store.noted(SAVED)), [code]: undefined });
    return Response.redirect(start, 303);
  }

  // What is about no session that is here ----------------------------------------------------------

  /** What was left of a session; what was begun on this phone. `here`: the clubs and sessions that no
      server knows. */
  async besides(event, path, here) {
    const [, left] = path.match(LEFT) ?? [];
    if (left) return this.#takeOff(event, left);
    if (path !== "pocket/give/" || event.request.method !== "POST") return undefined;
    if (!isOurs(event.request.referrer)) return undefined;
    const code = new URLSearchParams(await event.request.text()).get("club");
    if (!here.clubs.includes(code)) return undefined;
    const again = new URL(`${this.#prefix}/pocket/`, self.location.origin);
    return this.#give(code).catch(() => Response.redirect(again, 303));
  }

  /** Hands the club over: the server takes it in, or says why not. */
  async #give(code) {
    const at = (path) => new URL(`${this.#prefix}/${path}`, self.location.origin).href;
    const asked = (path) => this.#told({ url: at(path), method: "GET", headers: new Headers() });
    const [, , document] = await this.#app.answer(HERE, asked(`clubs/${code}/document/`));
    const form = new FormData();
    const signal = AbortSignal.timeout(LONG);
    const door = await this.#network(at("document/"), { cache: "no-store", signal });
    const key = door.redirected ? null : (await door.text()).match(KEY);
    if (!key) throw new Cut("somebody in front of the server");
    form.set("csrfmiddlewaretoken", key[1]);
    form.set("token", `given ${code}`);
    form.set("do", "accept");
    form.set("file", new Blob([document]), `scorekeeper-${code}.json.gz`);
    const answer = await this.#network(at("document/"), { method: "POST", body: form, signal });
    if (!answer.ok || !answer.url.startsWith(at(`clubs/${code}/`))) return page(answer);
    await store.note("given", [...((await store.noted("given")) ?? []), code]);
    return Response.redirect(answer.url, 303);
  }
}
