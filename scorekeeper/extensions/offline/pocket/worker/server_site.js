// The service worker of a server's site: it answers requests of offline sessions as soon as there is no
// network, and syncs later what was written. All other requests go to the server.
// Why: docs/decisions/37-offline-sessions.md.

import { App, HERE } from "./app.js";
import * as bundleCaches from "./caches.js";
import { DevicePages, isOurs } from "./device_pages.js";
import { prepareWorker } from "./lifecycle.js";
import { itemOf, unsynced } from "./outbox.js";
import { bodyOf, notice, responder, responseOf } from "./responses.js";
import { inTime, isNoNetwork, Sessions } from "./sessions.js";
import * as store from "./store.js";

const PATIENCE = { navigate: 5_000, write: 9_000, preview: 2_500, offline: 1_500, part: 6_000 }; // ms
const SLOW = 1_000; // ms: after that the app starts here
const LATE = 20_000; // ms: for a page in the background
const OFFLINE_FOR = 5_000; // ms: until parts of pages try the network again

const IN_SESSION = /^sessions\/(\w+)\//;
const IN_CLUB = /^g\/(\w+)\//;
const LIVE = /^sessions\/\w+\/live\/$/;
const PREVIEW = /\/(slip|cards|show|continue|on)\/$/; // writes nothing
const PRESENCE = /\/writing\/$/; // tells other devices, which need a network
// Only the server can do this: it concerns others, or shuffles cards, which nobody could repeat.
const SERVER_ONLY =
  /\/(payment-details|paid-to|mail-to|mail|screen|invite|proof\/link|statements\/.*)\/$/;
const UNHANDLED = /^(sw\.js|pocket\/files\/.*|health\/|trust\/.*|join\/.*)$/;
const DEVICE_PAGE = /^pocket\//;
const START = /^(|start\/|language\/|document\/.*)$/; // also without any server

/** Our own views redirect, too: a worker cannot read who answered. */
const isRedirect = ({ type, redirected }) => type === "opaqueredirect" || redirected;

export function serve(release, runtime) {
  const app = new App(release, runtime);
  const network = prepareWorker(release);
  let appContext = { offline_sessions: [], uploaded_clubs: [] };
  const { respond, appRequest, saveServerPage, prefix } = responder(app, release, () => appContext);
  const sessions = new Sessions(app, network, prefix);
  const devicePages = new DevicePages(sessions, { app, appRequest, network, prefix });
  let localGroups = null; // codes of the groups and sessions started on this device
  let lostAt = 0; // when the network last failed
  let pageViews = 0; // counts the pages that were opened: only the last one is saved

  self.addEventListener("message", (event) => {
    if (event.data?.ask === "take over") self.skipWaiting();
    else event.waitUntil(receive(event).catch(() => {}));
  });
  self.addEventListener("sync", (event) => event.waitUntil(deliverAll()));
  self.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    const path = pathname.slice(prefix.length + 1);
    if (origin !== self.location.origin || UNHANDLED.test(path)) return;
    // this stays open for long, and a newer worker would have to wait for it: so it goes to the
    // server unless the session was started on this device
    if (LIVE.test(path) && !localGroups?.sessions.includes(path.match(IN_SESSION)[1])) return;
    event.respondWith(path.startsWith("static/") ? staticFile(event.request) : route(event, path));
  });

  // Messages of pages ----------------------------------------------------------------------------

  async function receive({ data, source }) {
    const code = data?.session;
    if (data.ask === "awake" && !code) {
      // a page of a group started on this device
      source?.postMessage({ pocket: "ready", writes: app.writes, place: `${prefix}/` });
    }
    if (data.ask === "take") {
      await sessions.deleteUnused();
      await makeAvailable(code, (message) => source?.postMessage(message));
    }
    if (data.ask === "begun") source?.postMessage({ localGroups: await findLocalGroups() });
    if (data.ask === "online") lostAt = 0;
    if (data.ask === "cut") {
      lostAt = Date.now();
      if ((await sessions.known()).has(code)) await app.start(code); // so that it is ready when somebody taps
    }
    if (["awake", "online"].includes(data.ask)) await deliverAll();
    if (data.ask === "awake" && code) {
      source?.postMessage(await sessions.stateOf(code));
    }
  }

  /** Reports the state; then fetches the snapshot, and reports again. */
  async function makeAvailable(code, report) {
    const isKnown = async () => (await sessions.known()).has(code);
    if (await isKnown()) report(await sessions.stateOf(code));
    const isHere = await sessions.refresh(code).catch(() => null);
    if (await isKnown()) return report(await sessions.stateOf(code));
    report({ session: code, state: "none", reason: isHere === null ? "failed" : "refused" });
  }

  async function deliverAll() {
    const [codes, old] = [new Set((await unsynced()).map(({ session }) => session)), []];
    for (const code of codes) if (await sessions.deliver(code)) old.push(code);
    await Promise.all(old.map((code) => sessions.refreshSoon(code)));
  }

  /** The codes of the clubs and sessions that no server knows. */
  async function findLocalGroups() {
    const local = await store.getValue("here");
    const uploaded = (await store.getValue("given")) ?? [];
    const clubs = (local?.clubs ?? []).filter((code) => !uploaded.includes(code));
    const sessionsOfClubs = Object.entries(local?.sessions ?? {}).filter(([, club]) =>
      clubs.includes(club),
    );
    return { clubs, sessions: sessionsOfClubs.map(([code]) => code) };
  }

  // Routes ---------------------------------------------------------------------------------------

  const staticFile = async (request) =>
    (await bundleCaches.find(release, request.url)) ?? network(request);

  async function route(event, path) {
    const [session, club] = [path.match(IN_SESSION)?.[1], path.match(IN_CLUB)?.[1]];
    let known, items;
    try {
      [known, localGroups] = [await sessions.known(), await findLocalGroups()];
      items = session ? await unsynced(session) : [];
      const offlineSessions = [...known.values()].map(({ code, name }) => ({ code, name }));
      appContext = {
        offline_sessions: offlineSessions,
        uploaded_clubs: (await store.getValue("given")) ?? [],
      };
    } catch {
      return network(event.request); // the browser deleted everything: as if there were no worker
    }
    if (localGroups.sessions.includes(session) || localGroups.clubs.includes(club))
      return respond(event, HERE);
    if (known.has(session))
      return (
        (await devicePages.answer(event, session, path)) ?? respondForSession(event, session, path)
      );
    if (items.length) {
      return (await devicePages.answerRevoked(event, session, path)) ?? respondOutside(event, path);
    }
    const sessionOfClub = [...known.values()].find((other) => other.club === club);
    if (sessionOfClub) return respondForClub(event, sessionOfClub.code);
    if (path === "document/" && event.request.method === "POST" && localGroups.clubs.length)
      return devicePages.acceptDocument(event, localGroups.clubs);
    if (DEVICE_PAGE.test(path))
      return (await devicePages.answerOther(event, path, localGroups)) ?? respond(event, HERE);
    return respondOutside(event, path);
  }

  /** The network's response, or null. */
  async function fromNetwork(request, patience, place = HERE) {
    if (navigator.onLine === false) return noteLoss();
    const slow = setTimeout(warmUp, SLOW, place);
    try {
      const answer = await inTime(network(request), isOffline() ? PATIENCE.offline : patience);
      if (isNoNetwork(answer.status)) return noteLoss();
      lostAt = 0;
      return answer;
    } catch {
      return noteLoss();
    } finally {
      clearTimeout(slow);
    }
  }

  /** Starts the app early, in case that the network does not answer. */
  const warmUp = (place) => app.start(place).catch(() => {});

  const isOffline = () => Date.now() - lostAt < OFFLINE_FOR;

  function noteLoss() {
    lostAt = Date.now();
    return null;
  }

  async function respondOutside(event, path) {
    const { request } = event;
    if (!START.test(path)) return respondByServer(request);
    const copy = request.method === "GET" ? request : request.clone();
    return (await fromNetwork(copy, PATIENCE.navigate)) ?? respond(event, HERE);
  }

  /** For what only the server has. Without a network a link on a page of an offline session, such as from a table
      of a tournament to its day, leads to a page of ours. */
  async function respondByServer(request) {
    const isLink = request.mode === "navigate" && request.method === "GET";
    const code = isLink ? await offlineSessionOf(request.referrer) : undefined;
    if (!code) return network(request);
    const answer = await network(request).catch(() => null);
    return answer && !isNoNetwork(answer.status) ? answer : needsServer(request, code);
  }

  /** The code of the offline session whose page sent a request. */
  async function offlineSessionOf(referrer) {
    if (!isOurs(referrer)) return undefined;
    const path = new URL(referrer).pathname.slice(prefix.length + 1);
    const code = path.match(IN_SESSION)?.[1];
    return (await sessions.known()).has(code) ? code : undefined;
  }

  async function respondForClub(event, code) {
    const { request } = event;
    if (request.method !== "GET") {
      return (
        (await fromNetwork(request.clone(), PATIENCE.write)) ?? needsServer(event.request, code)
      );
    }
    return (await fromNetwork(request, PATIENCE.navigate)) ?? respond(event, code);
  }

  // An offline session -----------------------------------------------------------------------------

  async function respondForSession(event, code, path) {
    const { method, mode } = event.request;
    if (method !== "GET" && method !== "HEAD") return respondToWrite(event, code, path);
    if (await mustWait(code)) return respond(event, code);
    if (mode !== "navigate" && isOffline()) return respond(event, code);
    const patience = mode === "navigate" ? PATIENCE.navigate : PATIENCE.part;
    const answer = await fromNetwork(event.request, patience, code);
    if (!answer) return respond(event, code);
    if (answer.status !== 204) {
      event.waitUntil(refresh(code, event.request, answer.clone()).catch(() => {}));
    }
    return answer;
  }

  /** Fetches the session's snapshot, and saves the open page: the requested one, or the one that requested
      a part. */
  async function refresh(code, { url, mode, referrer }, answer) {
    pageViews += 1;
    const view = pageViews;
    const isLast = async () => view === pageViews && (await sessions.known()).has(code);
    await sessions.refreshSoon(code);
    if (!(await isLast())) return;
    if (mode === "navigate") return answer.ok && saveServerPage(url, code, answer);
    if (!isOurs(referrer)) return;
    const { pathname } = new URL(referrer);
    const [, session] = pathname.slice(prefix.length + 1).match(IN_SESSION) ?? [];
    if (session !== code || (await store.savedPage())) return;
    const page = await network(referrer, { cache: "no-store", signal: AbortSignal.timeout(LATE) });
    if (page.ok && !page.redirected && (await isLast())) await saveServerPage(referrer, code, page);
  }

  /** Whether something waits to be synced first, and cannot be. */
  async function mustWait(code) {
    const waiting = await unsynced(code);
    if (!waiting.length || waiting[0].state === "asks") return false;
    if (isOffline() || navigator.onLine === false) return true;
    await inTime(sessions.deliver(code), PATIENCE.navigate).catch(() => {});
    if (!(await sessions.known()).has(code)) return false; // this device may no longer read it
    const rest = await unsynced(code);
    return rest.length > 0 && rest[0].state !== "asks";
  }

  async function respondToWrite(event, code, path) {
    const body = await bodyOf(event.request.clone());
    const isPreview = PREVIEW.test(path) || PRESENCE.test(path);
    if (!(await mustWait(code))) {
      const request = appRequest(event.request); // before the fetch, which consumes the body
      const oldVersion = (await sessions.known()).get(code)?.etag ?? "";
      const answer = await fromNetwork(
        event.request,
        isPreview ? PATIENCE.preview : PATIENCE.write,
        code,
      );
      if (answer) {
        if (!isPreview && answer.status < 400) {
          const item = itemOf(code, request, body, { names: {} });
          const unsure = isRedirect(answer) ? oldVersion : undefined;
          const sent = { ...item, state: "sent", unsure };
          event.waitUntil(afterServerWrite(code, event.request, sent).catch(() => {}));
        }
        return answer;
      }
    }
    if (PRESENCE.test(path)) return new Response(null, { status: 204 });
    const isDraw = new URLSearchParams(new TextDecoder().decode(body)).get("do") === "draw";
    if (isDraw || SERVER_ONLY.test(path)) return needsServer(event.request, code);
    const answer = await respond(event, code, body);
    event.waitUntil(afterLocalWrite(code));
    return answer;
  }

  /** Stores what the server was sent until a snapshot contains it: the network may fail now, and a redirect
      may have come from somebody else, who forwarded nothing. */
  async function afterServerWrite(code, { referrer }, item) {
    await store.putItems([item]);
    await app.rebase(code, () => store.dropState(code));
    await refresh(code, { referrer }).catch(() => {});
    if ((await unsynced(code)).length) await sessions.deliver(code);
  }

  async function afterLocalWrite(code) {
    await sessions.reportState(code);
    if ((await unsynced(code)).length)
      await self.registration.sync?.register("outbox").catch(() => {});
  }

  async function needsServer(request, code) {
    const url = new URL("pocket/no-network/", self.registration.scope).href;
    const pageRequest = appRequest({ url, method: "GET", headers: new Headers(), referrer: "" });
    const response = await app.answer(code, pageRequest);
    return request.headers.has("hx-request") ? notice(response[2]) : responseOf(response);
  }
}
