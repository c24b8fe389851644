// The service worker of a site of static files: it responds to every page and form, with or without a
// network. Why: docs/decisions/34-app-in-the-service-worker.md.

import { App, HERE } from "./app.js";
import { prepareWorker } from "./lifecycle.js";
import { responder } from "./responses.js";

const FETCHED = /^(sw\.js|files\/.*|index\.html|start\.[\w.-]+)$/; // the site’s own files; a host may leave out .html
const CACHED = /^(static\/|app\.webmanifest$)/;

export function serve(release, runtime) {
  const app = new App(release, runtime);
  prepareWorker(release);
  const { respond, prefix } = responder(app, release);

  self.addEventListener("message", (event) => {
    if (event.data?.ask === "take over") self.skipWaiting();
    else event.waitUntil(start(event));
  });
  self.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    const path = pathname.slice(prefix.length + 1);
    if (origin !== self.location.origin || FETCHED.test(path)) return;
    event.respondWith(CACHED.test(path) ? fetch(event.request) : respond(event, HERE));
  });

  async function start(event) {
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
      event.source?.postMessage({ pocket: "none", reason: String(error) });
    }
  }
}
