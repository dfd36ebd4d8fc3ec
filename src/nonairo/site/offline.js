// Keeps all files of the site in the browser, so that it opens without a network. Written anew with
// the site: when any file changes this script does, too, and the browser fetches what is new.
// A new version waits until no window has the old one open any more.

const FILES = {};
const INDEX = "index.html";
const HOME = self.registration.scope;
const OURS = `nonairo ${HOME} `; // other sites may stand on the same host

const named = caching();

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(reply(path, event.request));
});

/** The name of this version's cache, from all that is in it. */
async function caching() {
  const text = new TextEncoder().encode(JSON.stringify(FILES));
  return OURS + (await sumOf(text));
}

async function sumOf(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const addressOf = (path) => new URL(path === INDEX ? "" : path, HOME).href;

/** All files, each only if it is what it should be: from former versions, or from the host. */
async function fill() {
  const cache = await caches.open(await named);
  for (const path of Object.keys(FILES)) {
    const address = addressOf(path);
    if (await cache.match(address)) continue; // from an attempt that was cut off
    const found = (await kept(path, address)) ?? (await fetched(path, address));
    if (!found) throw new Error(`${path} is not what it should be`);
    await cache.put(address, found);
  }
}

async function kept(path, address) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS)) continue;
    const found = await (await caches.open(name)).match(address);
    const right = found && (await checked(path, found));
    if (right) return right;
  }
  return null;
}

async function fetched(path, address) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(address, { cache });
    const right = response.ok && (await checked(path, response));
    if (right) return right;
  }
  return null;
}

/** The response, if its content has the right sum. One that was sent elsewhere opens no page. */
async function checked(path, response) {
  const copy = response.clone();
  const body = await response.arrayBuffer();
  if ((await sumOf(body)) !== FILES[path]) return null;
  return response.redirected ? new Response(body, { headers: response.headers }) : copy;
}

async function tidy() {
  const now = await named;
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== now) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Which of our files is asked for; null for all else. */
function pathOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(HOME)) return null;
  const path = url.slice(HOME.length).replace(/[?#].*$/s, "") || INDEX;
  return path in FILES ? path : null;
}

async function reply(path, request) {
  const cache = await caches.open(await named);
  return (await cache.match(addressOf(path))) ?? fetch(request);
}
