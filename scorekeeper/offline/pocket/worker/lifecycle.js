// What every worker of ours does: it fetches its release, and gives way to a newer one when it is told
// to. What the worker itself asks for does not come by its own fetch event.

import * as held from "./caches.js";

/** The way to the network, which is asked only for what is not here. */
export function installed(release) {
  const network = self.fetch.bind(self);
  const { scope } = self.registration;
  self.fetch = async (what, how) =>
    (await held.find(release, new URL(what.url ?? what, scope).href)) ?? network(what, how);
  self.addEventListener("install", (event) => {
    event.waitUntil(held.take(release, (share) => tellAll({ pocket: "loading", share })));
  });
  self.addEventListener("activate", (event) => {
    event.waitUntil(held.tidy(release).then(() => self.clients.claim()));
  });
  return network;
}

export async function tellAll(told) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) {
    page.postMessage(told);
  }
}
