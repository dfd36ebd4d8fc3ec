// A server needs no copies. Where a static site stood at this address before, its service worker comes
// here for its next version, and ends. (`nonairo site` puts another file in this place.)

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(end()));

async function end() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`nonairo ${self.registration.scope} `)) await caches.delete(name);
  }
  await self.registration.unregister();
  for (const window of await self.clients.matchAll({ type: "window" })) window.navigate(window.url);
}
