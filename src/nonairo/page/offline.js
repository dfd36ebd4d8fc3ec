// With this service worker the page opens while its server does not answer: what the browser has fetched is kept, and
// used only then. Where a static site stood at this address before, its copies are deleted, and its windows are loaded
// again. (`nonairo site` puts another file in this place.)

const HOME = self.registration.scope;
const OURS = `nonairo ${HOME} `; // other sites may stand on the same host
const KEPT = `${OURS}served`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  if (isKept(event.request)) event.respondWith(reply(event.request));
});

async function begin() {
  const former = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  for (const name of former) await caches.delete(name);
  await self.clients.claim();
  if (!former.length) return;
  for (const window of await self.clients.matchAll({ type: "window" })) window.navigate(window.url);
}

const isKept = ({ method = "GET", url }) => method === "GET" && url.startsWith(HOME) && url !== `${HOME}health`;

/** What a window has fetched; it is still in the browser's cache. Files that are as they were are not written again. */
async function keep(urls) {
  const cache = await caches.open(KEPT);
  for (const url of urls.filter((each) => isKept({ url: each }))) {
    const found = await fetch(url, { cache: "force-cache" }).catch(() => null);
    if (!found?.ok) continue;
    const tag = found.headers.get("etag");
    const before = tag && (await cache.match(url));
    if (!before || before.headers.get("etag") !== tag) await cache.put(url, found);
  }
}

/** From the server; without it, what came from there last. */
async function reply(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { cacheName: KEPT, ignoreSearch: request.mode === "navigate" });
    if (found) return found;
    throw error;
  }
}
