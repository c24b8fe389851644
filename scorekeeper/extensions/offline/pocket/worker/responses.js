// The app in the worker responds to the requests of pages; while it starts, the saved last page does.

import { NotSaved } from "./app.js";
import { StartRefused } from "./python.js";
import * as store from "./store.js";

const ABSENT = 503;
const NO_ROOM = 507;

/** `getContext` returns what the app needs to know of a server: the offline sessions, for links, and
    the uploaded clubs. */
export function responder(app, release, getContext = () => ({})) {
  const { scope } = self.registration;
  const prefix = new URL(scope).pathname.slice(0, -1);
  let lastPage = null; // the address of the last page, and its place

  async function respond(event, place, body) {
    const page = await pageWhileStarting(event.request, place);
    if (page) {
      event.waitUntil(app.start(place).catch(() => {}));
      return page;
    }
    try {
      return await fromApp(event, place, body ?? (await bodyOf(event.request)));
    } catch (error) {
      return error instanceof NotSaved ? notSaved(event.request, error) : notStarted(error);
    }
  }

  async function fromApp(event, place, body) {
    const oldWrites = app.writes;
    const response = await app.answer(place, appRequest(event.request), body);
    event.waitUntil(updatePage(event.request, place, response, oldWrites).catch(() => {}));
    return responseOf(response);
  }

  function appRequest({ url, method, headers, referrer }) {
    const { origin, pathname, search } = new URL(url);
    const allHeaders = { ...Object.fromEntries(headers) };
    allHeaders["accept-language"] = self.navigator.languages.join(",");
    if (referrer?.startsWith(`${origin}/`)) allHeaders.referer = referrer;
    allHeaders.origin = origin; // the token of a form proves that it is ours: no other page knows it
    const path = decoded(pathname.slice(prefix.length));
    const query = search.slice(1);
    const request = { method, origin, prefix: decoded(prefix), path, query, headers: allHeaders };
    return { ...request, ...getContext() };
  }

  // The last page --------------------------------------------------------------------------------

  /** While the interpreter starts: the page as it was when the worker ended, if nothing was written since. */
  async function pageWhileStarting({ url, method, mode }, place) {
    if (app.isReady || mode !== "navigate" || method !== "GET") return;
    const page = await store.savedPage().catch(() => undefined);
    const isSamePage = page?.url === url && page.place === place && page.release === release.name;
    if (!isSamePage) return;
    lastPage = { url, place };
    const html = page.html.replace('data-pocket="ready"', 'data-pocket="loading"');
    return new Response(html, { headers: page.headers });
  }

  /** Saves the current page; after a write, as it looks now. */
  async function updatePage(request, place, response, oldWrites) {
    const { url, method, mode } = request;
    const isPage = mode === "navigate" && method === "GET" && response[0] === 200;
    const type = response[1].find(([name]) => name === "Content-Type")?.[1] ?? "";
    if (isPage && type.startsWith("text/html")) await saveAppPage(url, place, response);
    else if (response[3] !== oldWrites && lastPage?.place === place) {
      await saveAppPage(lastPage.url, place, await app.answer(place, pageRequest(lastPage.url)));
    }
  }

  async function saveAppPage(url, place, [status, headers, content, writes]) {
    if (status !== 200) return;
    lastPage = { url, place };
    const html = new TextDecoder().decode(content);
    await store.savePage({ url, place, headers, html, release: release.name, writes });
  }

  /** Saves a page of the server, for a start without a network. */
  async function saveServerPage(url, place, response) {
    const type = response.headers.get("Content-Type") ?? "";
    if (!type.startsWith("text/html")) return;
    const headers = [["Content-Type", type]];
    const page = { url, place, headers, html: await response.text(), release: release.name };
    lastPage = { url, place };
    await store.saveServerPage(page);
  }

  const pageRequest = (url) => appRequest({ url, method: "GET", headers: new Headers() });

  // Failures -------------------------------------------------------------------------------------

  function notSaved(request, error) {
    const path = error.isFull ? "pocket/full/" : "pocket/not-kept/";
    const [, headers, content] = error.answer(pageRequest(new URL(path, scope).href));
    const status = error.isFull ? NO_ROOM : ABSENT;
    if (!request.headers.has("hx-request")) return new Response(content, { status, headers });
    return notice(content);
  }

  function notStarted(error) {
    const reason = `Scorekeeper did not start on this device: ${error}\n\nReload the page.`;
    const text = error instanceof StartRefused ? error.message : reason;
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(text, { status: ABSENT, headers });
  }

  return { respond, appRequest, saveServerPage, prefix };
}

/** The message of a page, to be shown above the page that requested a part. */
export function notice(content) {
  const page = new TextDecoder().decode(content);
  const message = page.match(/<span data-unkept>([\s\S]*?)<\/span>/)?.[1] ?? "";
  const headers = {
    "HX-Retarget": "#too-much",
    "HX-Reswap": "innerHTML",
    "Content-Type": "text/html",
  };
  const html = `<p class="notice notice--bad" role="alert">${message}</p>`;
  return new Response(html, { status: 429, headers });
}

export const responseOf = ([status, headers, content]) =>
  new Response(status === 204 || status === 304 ? null : content, { status, headers });

/** The decoded path; the path itself where it cannot be decoded. */
function decoded(path) {
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
