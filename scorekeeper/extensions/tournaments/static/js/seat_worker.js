// Shows notes about one's seat where pages cannot, and opens the day on a tap. It answers no request and
// controls no page: its scope holds none.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openDay(event.notification.data));
});

async function openDay(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((client) => client.url.split("#")[0] === url);
  return page ? page.focus() : self.clients.openWindow(url);
}
