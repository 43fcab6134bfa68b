// The service worker. Pages come from the network and are kept; without a network the kept ones come back.
// Writing is none of its business: queue.js does that, in a page, so that it works without a service worker too.
// SHELL = { static, files, page } is set by the script that imports this one.

const SHELL_CACHE = `shell ${SHELL.static}`;
const PAGES = "pages";
const PATIENCE_MS = 4000;
// What a phone opens again in the cellar: the tables, the sheets of those who look on, clubs. In place of the front page
// comes that for offline, which can start an evening there.
const KEPT = /^\/(?:[twc]\/[\w.-]+\/(?:start|rules)?$|offline\/$)/;
const LOOKUP = /^\/t\/[\w.-]+\/lookup$/;
// A proxy's answer, with no page of ours, where it finds no server.
const NO_SERVER = [502, 504];
const ON_PHONE = /^\/phone\//;

addEventListener("install", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil((async () => {
    const shell = await caches.open(SHELL_CACHE);
    await shell.addAll(SHELL.files.map((path) => SHELL.static + path));
    const pages = await caches.open(PAGES);
    await pages.add(SHELL.page);
    await pages.delete("/"); // kept by an earlier version
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("shell ") && name !== SHELL_CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

addEventListener("fetch", (fetched) => {
  const event = /** @type {FetchEvent} */ (fetched), { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
  else if (LOOKUP.test(url.pathname)) event.respondWith(keptFirst(request));
  else if (ON_PHONE.test(url.pathname)) event.respondWith(onPhone(url));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

// A page that was kept from before an update asks for files of another version: it gets those of this one.
async function file(request, url) {
  const path = url.pathname.replace(/^\/static\/(?:[0-9a-f]{12}\/)?/, SHELL.static);
  const shell = await caches.open(SHELL_CACHE);
  // Without a version in its address (SCOREBOOK_DEBUG) a file may have changed since.
  if (SHELL.static === "/static/") return fetch(request).catch(() => shell.match(path));
  return await shell.match(path) ?? fetch(request);
}

async function keptFirst(request) {
  const pages = await caches.open(PAGES), kept = await pages.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await pages.delete(request, { ignoreSearch: true });
    await pages.put(request, fresh.clone());
  }
  return fresh;
}

async function onPhone(url) {
  const pages = await caches.open(PAGES);
  return await pages.match(url.pathname) ?? pages.match(SHELL.page);
}

async function page(event, url) {
  const pages = await caches.open(PAGES);
  const fresh = fetch(event.request).then(async (response) => {
    if (response.ok && !url.search && KEPT.test(url.pathname)) await pages.put(url.pathname, response.clone());
    // Whose link was taken back must not see the evening any more.
    if (response.status === 404) await pages.delete(url.pathname);
    return response;
  });
  event.waitUntil(fresh.catch(() => {}));
  const kept = await pages.match(url.pathname);
  try {
    const response = await (kept ? Promise.race([fresh, late()]) : fresh);
    if (NO_SERVER.includes(response.status)) throw new Error(String(response.status));
    // The server is there and its database is not: on this phone the evening goes on.
    return response.status === 503 && kept ? kept : response;
  } catch {
    return kept ?? pages.match(SHELL.page);
  }
}

function late() {
  return new Promise((_, reject) => { setTimeout(reject, PATIENCE_MS, new Error("late")); });
}
