// The service worker: the page and its files are kept, so that Ordago opens without a network and says so itself.
// The builder fills in the two names in capitals (vite.config.ts). What belongs to tables is never kept.

const CACHE = "ordago-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll(FILES));
  event.waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("ordago-") && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (FILES.includes(url.pathname) && url.pathname !== "/") event.respondWith(keptFirst(request));
  else if (request.mode === "navigate" && (url.pathname === "/" || url.pathname.startsWith("/t/"))) event.respondWith(page(request));
  else if (url.pathname === "/api/games") event.respondWith(freshFirst(request));
});

/** A file that the builder named by its content. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page itself: the server's where it answers, so that a new version comes at once. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** The games and their rule books: without a network the ones seen last. */
async function freshFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    return (await cache.match(request)) ?? Response.error();
  }
}
