// What every worker does: it installs its release, and deletes the old ones. The worker's own requests do
// not pass its fetch event, so this replaces `fetch`.

import * as bundleCaches from "./caches.js";

/** Prepares the worker; from then on `fetch` looks into the caches first. Returns the network's fetch. */
export function prepareWorker(release) {
  const network = self.fetch.bind(self);
  const { scope } = self.registration;
  self.fetch = async (request, options) =>
    (await bundleCaches.find(release, new URL(request.url ?? request, scope).href)) ??
    network(request, options);
  self.addEventListener("install", (event) => {
    event.waitUntil(
      bundleCaches.download(release, (share) => postToPages({ pocket: "loading", share })),
    );
  });
  self.addEventListener("activate", (event) => {
    event.waitUntil(bundleCaches.deleteOld(release).then(() => self.clients.claim()));
  });
  return network;
}

export async function postToPages(message) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) {
    page.postMessage(message);
  }
}
