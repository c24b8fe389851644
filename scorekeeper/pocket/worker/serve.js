// The service worker: every page and form of the site is answered here, with or without a network.
// What runs where, and why: docs/decisions/34-in-the-service-worker.md.

import { App, Unkept } from "./app.js";
import * as held from "./caches.js";
import { Hindered } from "./python.js";
import { keepPage, keptPage } from "./store.js";

const ABSENT = 503;
const NO_ROOM = 507;
const FETCHED = /^(sw\.js|files\/.*|index\.html|start\.[\w-]+\.html)$/; // what the site itself is made of
const KEPT = /^(static\/|app\.webmanifest$)/;

export function serve(release, runtime) {
  const app = new App(release, runtime);
  const network = self.fetch.bind(self);
  const { scope } = self.registration;
  const prefix = new URL(scope).pathname.slice(0, -1);
  let shown = null; // the address of the last page

  // What the worker itself asks for does not come by its own fetch event.
  self.fetch = async (what, how) =>
    (await held.find(release, new URL(what.url ?? what, scope).href)) ?? network(what, how);

  const tellAll = async (told) => {
    for (const page of await self.clients.matchAll({ includeUncontrolled: true })) {
      page.postMessage(told);
    }
  };

  self.addEventListener("install", (event) => {
    event.waitUntil(held.take(release, (share) => tellAll({ pocket: "loading", share })));
  });
  self.addEventListener("activate", (event) => {
    event.waitUntil(held.tidy(release).then(() => self.clients.claim()));
  });
  self.addEventListener("message", (event) => {
    if (event.data?.ask === "take over") self.skipWaiting();
    else event.waitUntil(awake(event));
  });
  self.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    const path = pathname.slice(prefix.length + 1);
    if (origin !== self.location.origin || FETCHED.test(path)) return;
    event.respondWith(KEPT.test(path) ? fetch(event.request) : answered(event));
  });

  async function awake(event) {
    try {
      await app.start();
      const { writes } = app;
      event.source?.postMessage({
        pocket: "ready",
        release: release.name,
        writes,
        place: `${prefix}/`,
      });
    } catch (error) {
      event.source?.postMessage({ pocket: "none", why: String(error) });
    }
  }

  async function answered(event) {
    const early = await shownAtOnce(event.request);
    if (early) {
      event.waitUntil(app.start().catch(() => {}));
      return early;
    }
    const body = await bodyOf(event.request);
    try {
      return await fromApp(event, body);
    } catch (error) {
      return error instanceof Unkept ? unkept(event.request, error) : broken(error);
    }
  }

  async function fromApp(event, body) {
    const before = app.writes;
    const found = await app.answer(told(event.request), body);
    event.waitUntil(remember(event.request, found, before).catch(() => {}));
    const [status, headers, content] = found;
    return new Response(status === 204 || status === 304 ? null : content, { status, headers });
  }

  function told({ url, method, headers, referrer }) {
    const { origin, pathname, search } = new URL(url);
    const more = { ...Object.fromEntries(headers) };
    more["accept-language"] = self.navigator.languages.join(",");
    if (referrer?.startsWith(origin)) more.referer = referrer;
    more.origin = origin; // a form says by its own mark that it is ours: no other page knows that
    const path = read(pathname.slice(prefix.length));
    const query = search.slice(1);
    return { method, origin, prefix: read(prefix), path, query, headers: more };
  }

  // The last page --------------------------------------------------------------------------------

  /** While the interpreter starts: the page as it was when the worker ended, if it still holds. */
  async function shownAtOnce({ url, method, mode }) {
    if (app.isReady || mode !== "navigate" || method !== "GET") return;
    const page = await keptPage().catch(() => undefined);
    if (page?.url !== url || page.release !== release.name) return;
    shown = url;
    const html = page.html.replace('data-pocket="ready"', 'data-pocket="loading"');
    return new Response(html, { headers: page.headers });
  }

  /** What a page shows is kept as it was last; after a write, as it would be now. */
  async function remember(request, found, before) {
    const { url, method, mode } = request;
    const isPage = mode === "navigate" && method === "GET" && found[0] === 200;
    const type = found[1].find(([name]) => name === "Content-Type")?.[1] ?? "";
    if (isPage && type.startsWith("text/html")) await note(url, found);
    else if (found[3] !== before && shown) await note(shown, await app.answer(again(shown)));
  }

  async function note(url, [status, headers, content, writes]) {
    if (status !== 200) return;
    shown = url;
    const html = new TextDecoder().decode(content);
    await keepPage({ url, headers, html, release: release.name, writes });
  }

  const again = (url) => told({ url, method: "GET", headers: new Headers() });

  // What cannot be answered ----------------------------------------------------------------------

  function unkept(request, error) {
    const says = error.isFull ? "pocket/full/" : "pocket/not-kept/";
    const [, headers, content] = error.last(again(new URL(says, scope).href));
    const status = error.isFull ? NO_ROOM : ABSENT;
    if (!request.headers.has("hx-request")) return new Response(content, { status, headers });
    const page = new TextDecoder().decode(content);
    const words = page.match(/<span data-unkept>([\s\S]*?)<\/span>/)?.[1] ?? "";
    const where = {
      "HX-Retarget": "#too-much",
      "HX-Reswap": "innerHTML",
      "Content-Type": "text/html",
    };
    const notice = `<p class="notice notice--bad" role="alert">${words}</p>`;
    return new Response(notice, { status: 429, headers: where });
  }

  function broken(error) {
    const why = `Scorekeeper did not start on this phone: ${error}\n\nLoad the page again.`;
    const said = error instanceof Hindered ? error.message : why;
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(said, { status: ABSENT, headers });
  }
}

/** As it is meant; as it stands, where it means nothing. */
function read(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function bodyOf(request) {
  if (request.method === "GET" || request.method === "HEAD") return new Uint8Array();
  return new Uint8Array(await request.arrayBuffer());
}
