// Addresses about this device: its unsynced changes, its conflicts, the groups started on it.

import { HERE } from "./app.js";
import * as outbox from "./outbox.js";
import { responseOf } from "./responses.js";
import { Cut, GONE, inTime } from "./sessions.js";
import * as store from "./store.js";

const OWN = /^sessions\/\w+\/(?:offline|along)\/(|outbox\.json|compare\/|choice\/|send\/)$/;
const REVOKED = /^pocket\/left\/(\w+)\/$/;
const WITHDRAWN = 410; // the status of a table of a tournament whose round was taken back
const SAVED = "saved"; // by session: the ids of the items that were saved as a file
const PATIENCE = 4_000; // ms: somebody is looking
const LONG = 30_000; // ms: for a whole club
const CHOICES = ["keep", "after", "instead", "again"];
const KEY = /name="csrfmiddlewaretoken" value="(\w+)"/;

async function page(answer) {
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(await answer.text(), { status: answer.status, headers });
}

/** Whether one of our pages sent the request. */
export const isOurs = (referrer) =>
  Boolean(referrer) && new URL(referrer).origin === self.location.origin;

export class DevicePages {
  #sessions;
  #app;
  #appRequest;
  #network;
  #prefix;

  constructor(sessions, { app, appRequest, network, prefix }) {
    this.#sessions = sessions;
    this.#app = app;
    this.#appRequest = appRequest;
    this.#network = network;
    this.#prefix = prefix;
  }

  /** undefined where the address is not about this device. */
  async answer(event, code, path) {
    const action = path.match(OWN)?.[1];
    const { method } = event.request;
    if (method === "POST" && action === "choice/") return this.#choose(event, code);
    if (method === "POST" && action === "send/") return this.#send(code);
    if (method !== "GET") return undefined;
    if (action === "") return this.#list(event, code);
    if (action === "outbox.json") return this.#file(event.request, code);
    return action === "compare/" ? this.#compare(code) : undefined;
  }

  #redirect = (code, action = "") =>
    Response.redirect(
      new URL(`${this.#prefix}/sessions/${code}/${action}`, self.location.origin),
      303,
    );

  async #list(event, code) {
    const items = JSON.stringify(outbox.listed(await store.items(code)));
    const form = new URLSearchParams({ items });
    const answer = await this.#sessions.ask(code, "", form, PATIENCE).catch(() => null);
    if (answer?.ok) return page(answer);
    const pageRequest = this.#appRequest(event.request);
    const headers = {
      ...pageRequest.headers,
      "content-type": "application/x-www-form-urlencoded",
      "x-csrftoken": (await this.#sessions.known()).get(code)?.csrf ?? "",
    };
    const body = new TextEncoder().encode(String(form));
    return responseOf(
      await this.#app.answer(code, { ...pageRequest, method: "POST", headers }, body),
    );
  }

  async #file({ mode }, code) {
    const items = await outbox.unsynced(code);
    if (mode === "navigate") await this.#noteSaved(code, items); // a person saved it, no script
    const content = { session: code, items: outbox.listed(items) };
    return new Response(JSON.stringify(content, null, 1), {
      headers: {
        "Content-Type": "application/json",
        "Content-Disposition": `attachment; filename="scorekeeper-${code}-outbox.json"`,
      },
    });
  }

  async #noteSaved(code, items) {
    const saved = { ...(await store.getValue(SAVED)), [code]: items.map(({ id }) => id) };
    await store.putValue(SAVED, saved).catch(() => {}); // no space: the file is sent all the same
  }

  async #compare(code) {
    const [first, ...later] = await outbox.unsynced(code);
    if (first?.state !== "asks") return this.#redirect(code, "offline/");
    const form = outbox.form(first, later.length + 1);
    form.set("later", String(later.length));
    form.set("token", first.token);
    form.set("says", first.says ?? "");
    const answer = await this.#sessions.ask(code, "compare/", form, PATIENCE).catch(() => null);
    return answer?.ok ? page(answer) : this.#redirect(code, "offline/");
  }

  /** Applies the user's choice in a conflict. */
  async #choose(event, code) {
    const fields = new URLSearchParams(await event.request.text());
    const [first] = await outbox.unsynced(code);
    const [token, choice] = [fields.get("token"), fields.get("choice")];
    if (first?.token === token && CHOICES.includes(choice)) {
      const chosen = choice === "again" ? "" : choice;
      const state = choice === "again" ? "waiting" : "asks";
      await store.putItems([{ ...first, state, choice: chosen }]);
      await inTime(this.#sessions.deliver(code), PATIENCE * 2).catch(() => {});
    }
    const [next] = await outbox.unsynced(code);
    return next?.state === "asks" ? this.#redirect(code, "offline/compare/") : this.#redirect(code);
  }

  async #send(code) {
    await inTime(this.#sessions.deliver(code), PATIENCE * 2).catch(() => {});
    return this.#redirect(code, "offline/");
  }

  // Revoked access -------------------------------------------------------------------------------

  /** For a session that this device may no longer read: unsynced items can still be saved as a file. */
  async answerRevoked({ request }, code, path) {
    if (path.match(OWN)?.[1] === "outbox.json") return this.#file(request, code);
    if (request.method !== "GET" || request.mode !== "navigate") return undefined;
    const answer = await inTime(this.#network(request), PATIENCE).catch(() => null);
    if (answer && !GONE.includes(answer.status)) return answer; // access was granted again
    return this.#revokedPage(request, code, answer?.status === WITHDRAWN ? "withdrawn" : "");
  }

  /** `query`: "saved=yes" or "saved=no", where the user wants to remove the items; "withdrawn", where the
      session is a table that was withdrawn. */
  async #revokedPage({ headers }, code, query) {
    const { href: url } = new URL(`pocket/left/${code}/?${query}`, self.registration.scope);
    const pageRequest = this.#appRequest({ url, method: "GET", headers, referrer: "" });
    return responseOf(await this.#app.answer(HERE, pageRequest));
  }

  /** Removes items that a file holds, when the user confirms it. */
  async #remove({ request }, code) {
    const [items, saved] = [
      await outbox.unsynced(code),
      (await store.getValue(SAVED))?.[code] ?? [],
    ];
    const start = new URL(`${this.#prefix}/`, self.location.origin);
    if (!items.length || (await this.#sessions.known()).has(code))
      return Response.redirect(start, 303);
    if (!items.every(({ id }) => saved.includes(id)))
      return this.#revokedPage(request, code, "saved=no");
    if (request.method !== "POST" || !isOurs(request.referrer)) {
      return this.#revokedPage(request, code, "saved=yes");
    }
    await store.dropItems(code, new Set(saved));
    await store.putValue(SAVED, { ...(await store.getValue(SAVED)), [code]: undefined });
    return Response.redirect(start, 303);
  }

  // Other addresses ------------------------------------------------------------------------------

  /** Items of a session that this device may no longer read; upload of a group started on this device.
      `localGroups`: codes of the clubs and sessions that no server knows. */
  async answerOther(event, path, localGroups) {
    const [, revokedCode] = path.match(REVOKED) ?? [];
    if (revokedCode) return this.#remove(event, revokedCode);
    if (path !== "pocket/give/" || event.request.method !== "POST") return undefined;
    if (!isOurs(event.request.referrer)) return undefined;
    const code = new URLSearchParams(await event.request.text()).get("club");
    if (!localGroups.clubs.includes(code)) return undefined;
    const overview = new URL(`${this.#prefix}/pocket/`, self.location.origin);
    return this.#upload(code).catch(() => Response.redirect(overview, 303));
  }

  /** Uploads the club: the server imports it, or says why not. */
  async #upload(code) {
    const urlOf = (path) => new URL(`${this.#prefix}/${path}`, self.location.origin).href;
    const requestOf = (path) =>
      this.#appRequest({ url: urlOf(path), method: "GET", headers: new Headers() });
    const [, , document] = await this.#app.answer(HERE, requestOf(`g/${code}/document/`));
    const form = new FormData();
    const signal = AbortSignal.timeout(LONG);
    const formPage = await this.#network(urlOf("document/"), { cache: "no-store", signal });
    const key = formPage.redirected ? null : (await formPage.text()).match(KEY);
    if (!key) throw new Cut("somebody in front of the server");
    form.set("csrfmiddlewaretoken", key[1]);
    form.set("token", `given ${code}`);
    form.set("do", "accept");
    form.set("file", new Blob([document]), `scorekeeper-${code}.json.gz`);
    const answer = await this.#network(urlOf("document/"), { method: "POST", body: form, signal });
    return this.#noteUpload(answer, [code]);
  }

  /** The form in which a server asks for a sign-up code before it imports an uploaded group. */
  async acceptDocument({ request }, codes) {
    const { url, headers } = request;
    const options = { method: "POST", body: await request.blob(), headers };
    return this.#noteUpload(await this.#network(url, options), codes);
  }

  /** Records which of these groups the server has now, if its answer is that group's page. */
  async #noteUpload(answer, codes) {
    const pageOf = (code) => new URL(`${this.#prefix}/g/${code}/`, self.location.origin).href;
    const uploaded = answer.ok && codes.find((code) => answer.url.startsWith(pageOf(code)));
    if (!uploaded) return page(answer);
    await store.putValue("given", [...((await store.getValue("given")) ?? []), uploaded]);
    return Response.redirect(answer.url, 303);
  }
}
