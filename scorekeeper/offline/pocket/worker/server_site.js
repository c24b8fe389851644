// The service worker of a server's site: the sessions that came along are answered here as soon as there is
// no network, what is written meanwhile is delivered later, and all else goes the way it always did.
// Why it is so: docs/decisions/37-offline-sessions.md.

import { App, HERE } from "./app.js";
import * as held from "./caches.js";
import { Caught, isOurs } from "./device_pages.js";
import { installed } from "./lifecycle.js";
import { itemOf, left } from "./outbox.js";
import { answering, bodyOf, notice, responseOf } from "./responses.js";
import { inTime, isNoNetwork, Sessions } from "./sessions.js";
import * as store from "./store.js";

const PATIENCE = { navigate: 5_000, write: 9_000, look: 2_500, cut: 1_500, besides: 6_000 }; // ms
const SLOW = 1_000; // ms: from then on it looks as if there were no network
const LATE = 20_000; // ms: nobody waits for it
const CUT_FOR = 5_000; // ms: what a page asks by itself does not try the network again before

const IN_SESSION = /^sessions\/(\w+)\//;
const IN_CLUB = /^clubs\/(\w+)\//;
const LINE = /^sessions\/\w+\/live\/$/;
const LOOKS = /\/(slip|cards|show|on)\/$/; // writes nothing
const SAYS_WHO_WRITES = /\/writing\/$/; // to others, who cannot be told
// The server's alone: what concerns others, and the shuffling of cards, which nobody could do again.
const OF_THE_SERVER = /\/(paid-to|mail-to|mail|screen|invite|proof\/link|statements\/.*)\/$/;
const OF_THE_SITE = /^(sw\.js|pocket\/files\/.*|health\/|trust\/.*|join\/.*)$/;
const OF_THIS_PHONE = /^pocket\//;
const BEGINS = /^(|start\/|language\/|document\/.*)$/; // also without any server

/** Our own views lead on, too: whose answer it was a worker cannot read. */
const isLedOn = ({ type, redirected }) => type === "opaqueredirect" || redirected;

export function serve(release, runtime) {
  const app = new App(release, runtime);
  const network = installed(release);
  let besides = { offline_sessions: [], uploaded_clubs: [] };
  const { answered, told, noteOfServer, prefix } = answering(app, release, () => besides);
  const sessions = new Sessions(app, network, prefix);
  const caught = new Caught(sessions, { app, told, network, prefix });
  let here = null; // what was begun on this phone, once that is known
  let cutAt = 0; // when the network was last missed
  let looked = 0; // how often a page was looked at: the last page is that of the last time

  self.addEventListener("message", (event) => {
    if (event.data?.ask === "take over") self.skipWaiting();
    else event.waitUntil(heard(event).catch(() => {}));
  });
  self.addEventListener("sync", (event) => event.waitUntil(deliverAll()));
  self.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    const path = pathname.slice(prefix.length + 1);
    if (origin !== self.location.origin || OF_THE_SITE.test(path)) return;
    // held open for long, and a worker that has it in its hands gives way to no newer one; so it
    // is not taken up either where it is not known yet whose session it is
    if (LINE.test(path) && !here?.sessions.includes(path.match(IN_SESSION)[1])) return;
    event.respondWith(path.startsWith("static/") ? asset(event.request) : routed(event, path));
  });

  // What pages tell ------------------------------------------------------------------------------

  async function heard({ data, source }) {
    const code = data?.session;
    if (data.ask === "awake" && !code) {
      // a page of what was begun here
      source?.postMessage({ pocket: "ready", writes: app.writes, place: `${prefix}/` });
    }
    if (data.ask === "take") {
      await sessions.tidy();
      await taken(code, (told) => source?.postMessage(told));
    }
    if (data.ask === "begun") source?.postMessage({ begun: await begunHere() });
    if (data.ask === "online") cutAt = 0;
    if (data.ask === "cut") {
      cutAt = Date.now();
      if ((await sessions.known()).has(code)) await app.start(code); // warm when somebody taps
    }
    if (["awake", "online"].includes(data.ask)) await deliverAll();
    if (data.ask === "awake" && code) {
      source?.postMessage(await sessions.stateOf(code));
    }
  }

  /** What is here already stays here where it cannot be fetched anew, and is said before that. */
  async function taken(code, say) {
    const isKnown = async () => (await sessions.known()).has(code);
    if (await isKnown()) say(await sessions.stateOf(code));
    const isHere = await sessions.refresh(code).catch(() => null);
    if (await isKnown()) return say(await sessions.stateOf(code));
    say({ along: code, state: "none", why: isHere === null ? "failed" : "refused" });
  }

  async function deliverAll() {
    const [codes, old] = [new Set((await left()).map(({ session }) => session)), []];
    for (const code of codes) if (await sessions.deliver(code)) old.push(code);
    await Promise.all(old.map((code) => sessions.refreshSoon(code)));
  }

  /** The clubs and sessions that no server knows: their codes. */
  async function begunHere() {
    const [here, given] = [await store.noted("here"), (await store.noted("given")) ?? []];
    const clubs = (here?.clubs ?? []).filter((code) => !given.includes(code));
    const of = Object.entries(here?.sessions ?? {});
    return { clubs, sessions: of.filter(([, club]) => clubs.includes(club)).map(([code]) => code) };
  }

  // Which way a request goes ---------------------------------------------------------------------

  const asset = async (request) => (await held.find(release, request.url)) ?? network(request);

  async function routed(event, path) {
    const [session, club] = [path.match(IN_SESSION)?.[1], path.match(IN_CLUB)?.[1]];
    let known, unsent;
    try {
      [known, here] = [await sessions.known(), await begunHere()];
      unsent = session ? await left(session) : [];
      const offlineSessions = [...known.values()].map(({ code, name }) => ({ code, name }));
      besides = {
        offline_sessions: offlineSessions,
        uploaded_clubs: (await store.noted("given")) ?? [],
      };
    } catch {
      return network(event.request); // nothing is kept here any more: as if there were no worker
    }
    if (here.sessions.includes(session) || here.clubs.includes(club)) return answered(event, HERE);
    if (known.has(session))
      return (await caught.answer(event, session, path)) ?? ofSession(event, session, path);
    if (unsent.length) {
      return (await caught.leftBehind(event, session, path)) ?? elsewhereThan(event, path);
    }
    const ofClub = [...known.values()].find((one) => one.club === club);
    if (ofClub) return ofItsClub(event, ofClub.code);
    if (OF_THIS_PHONE.test(path))
      return (await caught.besides(event, path, here)) ?? answered(event, HERE);
    return elsewhereThan(event, path);
  }

  /** The network's answer, or nothing. */
  async function fromNetwork(request, patience, place = HERE) {
    if (navigator.onLine === false) return missed();
    const slow = setTimeout(warm, SLOW, place);
    try {
      const answer = await inTime(network(request), isCut() ? PATIENCE.cut : patience);
      if (isNoNetwork(answer.status)) return missed();
      cutAt = 0;
      return answer;
    } catch {
      return missed();
    } finally {
      clearTimeout(slow);
    }
  }

  /** The network may not answer: then the answer from here is not to begin only after that. */
  const warm = (place) => app.start(place).catch(() => {});

  const isCut = () => Date.now() - cutAt < CUT_FOR;

  function missed() {
    cutAt = Date.now();
    return null;
  }

  async function elsewhereThan(event, path) {
    const { request } = event;
    if (!BEGINS.test(path)) return network(request);
    const again = request.method === "GET" ? request : request.clone();
    return (await fromNetwork(again, PATIENCE.navigate)) ?? answered(event, HERE);
  }

  async function ofItsClub(event, code) {
    const { request } = event;
    if (request.method !== "GET") {
      return (await fromNetwork(request.clone(), PATIENCE.write)) ?? onlyThere(event.request, code);
    }
    return (await fromNetwork(request, PATIENCE.navigate)) ?? answered(event, code);
  }

  // A session that came along ----------------------------------------------------------------------

  async function ofSession(event, code, path) {
    const { method, mode } = event.request;
    if (method !== "GET" && method !== "HEAD") return written(event, code, path);
    if (await hasToWait(code)) return answered(event, code);
    if (mode !== "navigate" && isCut()) return answered(event, code);
    const patience = mode === "navigate" ? PATIENCE.navigate : PATIENCE.besides;
    const answer = await fromNetwork(event.request, patience, code);
    if (!answer) return answered(event, code);
    if (answer.status !== 204) {
      event.waitUntil(refreshed(code, event.request, answer.clone()).catch(() => {}));
    }
    return answer;
  }

  /** The session as the server has it by now, and with it the page that is open: what was asked for, or
      what that was a part of. */
  async function refreshed(code, { url, mode, referrer }, answer) {
    looked += 1;
    const mine = looked;
    const isLast = async () => mine === looked && (await sessions.known()).has(code);
    await sessions.refreshSoon(code);
    if (!(await isLast())) return;
    if (mode === "navigate") return answer.ok && noteOfServer(url, code, answer);
    if (!isOurs(referrer)) return;
    const { pathname } = new URL(referrer);
    const [, session] = pathname.slice(prefix.length + 1).match(IN_SESSION) ?? [];
    if (session !== code || (await store.keptPage())) return;
    const page = await network(referrer, { cache: "no-store", signal: AbortSignal.timeout(LATE) });
    if (page.ok && !page.redirected && (await isLast())) await noteOfServer(referrer, code, page);
  }

  /** Whether something was written here that the server should hear first, and cannot. */
  async function hasToWait(code) {
    const waiting = await left(code);
    if (!waiting.length || waiting[0].state === "asks") return false;
    if (isCut() || navigator.onLine === false) return true;
    await inTime(sessions.deliver(code), PATIENCE.navigate).catch(() => {});
    if (!(await sessions.known()).has(code)) return false; // it is no longer this phone's
    const still = await left(code);
    return still.length > 0 && still[0].state !== "asks";
  }

  async function written(event, code, path) {
    const body = await bodyOf(event.request.clone());
    const isLook = LOOKS.test(path) || SAYS_WHO_WRITES.test(path);
    if (!(await hasToWait(code))) {
      const request = told(event.request); // as it is now: a body can be read once
      const had = (await sessions.known()).get(code)?.etag ?? "";
      const answer = await fromNetwork(
        event.request,
        isLook ? PATIENCE.look : PATIENCE.write,
        code,
      );
      if (answer) {
        if (!isLook && answer.status < 400) {
          const item = itemOf(code, request, body, { names: {} });
          const unsure = isLedOn(answer) ? had : undefined;
          const sent = { ...item, state: "sent", unsure };
          event.waitUntil(came(code, event.request, sent).catch(() => {}));
        }
        return answer;
      }
    }
    if (SAYS_WHO_WRITES.test(path)) return new Response(null, { status: 204 });
    const isDraw = new URLSearchParams(new TextDecoder().decode(body)).get("do") === "draw";
    if (isDraw || OF_THE_SERVER.test(path)) return onlyThere(event.request, code);
    const answer = await answered(event, code, body);
    event.waitUntil(wrote(code));
    return answer;
  }

  /** The server has it. Until its next word is here the phone has it, too: the line may be cut now, and
      who led the page on may have been somebody else, who let nothing come through. */
  async function came(code, { referrer }, item) {
    await store.putItems([item]);
    await app.rebase(code, () => store.dropState(code));
    await refreshed(code, { referrer }).catch(() => {});
    if ((await left(code)).length) await sessions.deliver(code);
  }

  async function wrote(code) {
    await sessions.tell(code);
    if ((await left(code)).length) await self.registration.sync?.register("outbox").catch(() => {});
  }

  async function onlyThere(request, code) {
    const url = new URL("pocket/no-network/", self.registration.scope).href;
    const asked = told({ url, method: "GET", headers: new Headers(), referrer: "" });
    const found = await app.answer(code, asked);
    return request.headers.has("hx-request") ? notice(found[2]) : responseOf(found);
  }
}
