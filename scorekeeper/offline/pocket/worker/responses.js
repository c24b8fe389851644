// A request of a page, answered by the app in the worker; while it starts, by the page as it was last.

import { Unkept } from "./app.js";
import { StartRefused } from "./python.js";
import { keepPage, keepPageOfServer, keptPage } from "./store.js";

const ABSENT = 503;
const NO_ROOM = 507;

/** `besides` gives what a page is told besides of a server: the sessions that came along, to be led to, and
    the clubs that it was given. */
export function answering(app, release, besides = () => ({})) {
  const { scope } = self.registration;
  const prefix = new URL(scope).pathname.slice(0, -1);
  let shown = null; // the address of the last page, and its place

  async function answered(event, place, body) {
    const early = await shownAtOnce(event.request, place);
    if (early) {
      event.waitUntil(app.start(place).catch(() => {}));
      return early;
    }
    try {
      return await fromApp(event, place, body ?? (await bodyOf(event.request)));
    } catch (error) {
      return error instanceof Unkept ? unkept(event.request, error) : broken(error);
    }
  }

  async function fromApp(event, place, body) {
    const before = app.writes;
    const found = await app.answer(place, told(event.request), body);
    event.waitUntil(remember(event.request, place, found, before).catch(() => {}));
    return responseOf(found);
  }

  function told({ url, method, headers, referrer }) {
    const { origin, pathname, search } = new URL(url);
    const more = { ...Object.fromEntries(headers) };
    more["accept-language"] = self.navigator.languages.join(",");
    if (referrer?.startsWith(`${origin}/`)) more.referer = referrer;
    more.origin = origin; // a form says by its own mark that it is ours: no other page knows that
    const path = read(pathname.slice(prefix.length));
    const query = search.slice(1);
    const there = { method, origin, prefix: read(prefix), path, query, headers: more };
    return { ...there, ...besides() };
  }

  // The last page --------------------------------------------------------------------------------

  /** While the interpreter starts: the page as it was when the worker ended, if it still holds. */
  async function shownAtOnce({ url, method, mode }, place) {
    if (app.isReady || mode !== "navigate" || method !== "GET") return;
    const page = await keptPage().catch(() => undefined);
    const isThat = page?.url === url && page.place === place && page.release === release.name;
    if (!isThat) return;
    shown = { url, place };
    const html = page.html.replace('data-pocket="ready"', 'data-pocket="loading"');
    return new Response(html, { headers: page.headers });
  }

  /** What a page shows is kept as it was last; after a write, as it would be now. */
  async function remember(request, place, found, before) {
    const { url, method, mode } = request;
    const isPage = mode === "navigate" && method === "GET" && found[0] === 200;
    const type = found[1].find(([name]) => name === "Content-Type")?.[1] ?? "";
    if (isPage && type.startsWith("text/html")) await note(url, place, found);
    else if (found[3] !== before && shown?.place === place) {
      await note(shown.url, place, await app.answer(place, again(shown.url)));
    }
  }

  async function note(url, place, [status, headers, content, writes]) {
    if (status !== 200) return;
    shown = { url, place };
    const html = new TextDecoder().decode(content);
    await keepPage({ url, place, headers, html, release: release.name, writes });
  }

  /** A page that the server gave: at once where there is no network any more. */
  async function noteOfServer(url, place, response) {
    const type = response.headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/html")) return;
    const headers = [["Content-Type", type]];
    const page = { url, place, headers, html: await response.text(), release: release.name };
    shown = { url, place };
    await keepPageOfServer(page);
  }

  const again = (url) => told({ url, method: "GET", headers: new Headers() });

  // What cannot be answered ----------------------------------------------------------------------

  function unkept(request, error) {
    const says = error.isFull ? "pocket/full/" : "pocket/not-kept/";
    const [, headers, content] = error.last(again(new URL(says, scope).href));
    const status = error.isFull ? NO_ROOM : ABSENT;
    if (!request.headers.has("hx-request")) return new Response(content, { status, headers });
    return notice(content);
  }

  function broken(error) {
    const why = `Scorekeeper did not start on this device: ${error}\n\nReload the page.`;
    const said = error instanceof StartRefused ? error.message : why;
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(said, { status: ABSENT, headers });
  }

  return { answered, told, noteOfServer, prefix };
}

/** The words of a page, above the one from which a part was asked for. */
export function notice(content) {
  const page = new TextDecoder().decode(content);
  const words = page.match(/<span data-unkept>([\s\S]*?)<\/span>/)?.[1] ?? "";
  const where = {
    "HX-Retarget": "#too-much",
    "HX-Reswap": "innerHTML",
    "Content-Type": "text/html",
  };
  const told = `<p class="notice notice--bad" role="alert">${words}</p>`;
  return new Response(told, { status: 429, headers: where });
}

export const responseOf = ([status, headers, content]) =>
  new Response(status === 204 || status === 304 ? null : content, { status, headers });

/** As it is meant; as it stands, where it means nothing. */
function read(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function bodyOf(request) {
  if (request.method === "GET" || request.method === "HEAD") return new Uint8Array();
  return new Uint8Array(await request.arrayBuffer());
}
