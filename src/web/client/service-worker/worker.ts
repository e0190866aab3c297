/**
 * The service worker (https://www.w3.org/TR/service-workers/): stores the app's files and recently visited pages, and
 * shows them while the service is unreachable. Online, pages always come from the service.
 */
import { compose } from "./compose.ts";
import { BLANKS, DOCUMENTS, type Kept, PENDING, removeKept, VIEWS } from "./protocol.ts";

declare const self: ServiceWorkerGlobalScope;

/** Scripts and styles, whose names are content hashed. */
const FILES = "octavo-files";
const OWN: ReadonlySet<string> = new Set([DOCUMENTS, VIEWS, PENDING, BLANKS, FILES]);
const FILE = /^\/assets\/(?:.*\.[\w-]{8}\.\w+|icon\.svg)$/;
/** Paths of views. All others, including sign-in and files, are left to the browser. */
const VIEW = /^\/(?:$|inbox$|(?:pages|drives)\/[^/]+$)/;
const MAX_VIEWS = 100;
const MAX_FILES = 600;
/** Number of files fetched concurrently. */
const AT_ONCE = 4;
/** Cache entries that are not documents. */
const OWNER = "/offline/owner";
const FALLBACK = "/offline/fallback";
const FALLBACK_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
/** In ms: if there is a stored copy, it is shown when the service has not responded within this time. */
const PATIENCE_MS = 8_000;
/** Statuses that mean that the user can no longer access a page. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404]);

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  const removeOthers = async (): Promise<void> => {
    for (const name of await caches.keys()) if (!OWN.has(name)) await caches.delete(name);
  };
  event.waitUntil(Promise.all([self.registration.navigationPreload.enable(), removeOthers(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  // Only pages of this origin are clients of the worker, and they send nothing else.
  event.waitUntil(keep(event.data as Kept));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (FILE.test(pathname)) event.respondWith(answerFile(event));
  else if (!VIEW.test(pathname)) return;
  else if (request.mode === "navigate") event.respondWith(answerDocument(event, pathname));
  else if (request.headers.get("Octavo-Part") === "main") event.respondWith(answerView(event, pathname));
});

async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await find(FILES, request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(put(FILES, request.url, answer.clone()));
  return answer;
}

async function answerDocument(event: FetchEvent, path: string): Promise<Response> {
  const request = async (): Promise<Response> =>
    // The browser's original request, with all its headers about where the navigation came from.
    ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);
  const answer = await fromService(event, DOCUMENTS, path, request(), () => documentOf(path));
  const isPending = answer?.status === 404 && (await find(PENDING, path)) !== null;
  const pending = isPending ? await documentOf(path) : null;
  return pending ?? answer ?? (await find(DOCUMENTS, FALLBACK)) ?? Response.error();
}

async function answerView(event: FetchEvent, path: string): Promise<Response> {
  const kept = async (): Promise<Response | null> => (await viewOf(path)) ?? find(DOCUMENTS, path);
  const answer = await fromService(event, VIEWS, path, fetch(event.request), kept);
  // Created on this device and not on the service yet.
  const pending = answer?.status === 404 ? await find(PENDING, path) : null;
  return pending ?? answer ?? Response.error();
}

/** The service's response, which is stored, or the stored copy if the service is unreachable. */
async function fromService(
  event: FetchEvent,
  cache: string,
  path: string,
  request: Promise<Response>,
  kept: () => Promise<Response | null>,
): Promise<Response | null> {
  const answer = request.catch(() => null);
  const stored = answer.then((response) => response && store(cache, path, response.clone()));
  // A response that arrives too late to be shown is stored nevertheless.
  event.waitUntil(stored.catch(() => undefined));
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([answer, late.then(kept).then((copy) => copy ?? answer)]);
  return first ?? kept();
}

async function store(cache: string, path: string, response: Response): Promise<void> {
  if (GONE.has(response.status)) await Promise.all([remove(DOCUMENTS, path), remove(VIEWS, path)]);
  const isView = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (response.status !== 200 || response.redirected || !isView) return;
  await Promise.all([put(cache, path, response), remove(PENDING, path)]);
  // Keeps the invariant that a stored view is newer than the stored document.
  if (cache === DOCUMENTS) await remove(VIEWS, path);
}

/** A page as last visited: a whole document, or a view inserted into a document. */
async function documentOf(path: string): Promise<Response | null> {
  const [whole, view] = [await find(DOCUMENTS, path), await viewOf(path)];
  const around = whole ?? (await newestDocument());
  if (!view || !around) return whole;
  const html = compose(await around.clone().text(), await view.text());
  if (html === null) return whole;
  const headers = new Headers(around.headers);
  for (const name of ["Content-Length", "Content-Encoding"]) headers.delete(name);
  return new Response(html, { headers });
}

const viewOf = async (path: string): Promise<Response | null> => (await find(VIEWS, path)) ?? find(PENDING, path);

async function newestDocument(): Promise<Response | null> {
  const documents = await (await caches.open(DOCUMENTS)).keys();
  const newest = documents.findLast(({ url }) => VIEW.test(new URL(url).pathname));
  return newest ? find(DOCUMENTS, newest.url) : null;
}

async function keep({ owner, address, files, fallback }: Kept): Promise<void> {
  const before = await find(DOCUMENTS, OWNER);
  if (before && (await before.text()) !== owner) await removeKept();
  await put(DOCUMENTS, OWNER, new Response(owner));
  await put(DOCUMENTS, FALLBACK, new Response(fallback, { headers: FALLBACK_HEADERS }));
  // The page was loaded before the worker was active.
  if (VIEW.test(address) && !(await find(DOCUMENTS, address))) await store(DOCUMENTS, address, await fetch(address));
  await keepFiles(files.filter((file) => FILE.test(file)));
}

/** Stores missing files. A file that cannot be fetched is retried after the next visit. */
async function keepFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => !known.has(file));
  const keepNext = async (): Promise<void> => {
    for (let file = missing.shift(); file !== undefined; file = missing.shift()) {
      const answer = await fetch(file);
      if (answer.status === 200) await cache.put(file, answer).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
  await trim(FILES);
}

/** Looks up by address alone: `Vary` is ignored, because variants are in separate caches. */
const find = async (cache: string, address: string): Promise<Response | null> =>
  (await (await caches.open(cache)).match(address, { ignoreVary: true })) ?? null;

const remove = async (cache: string, address: string): Promise<boolean> =>
  (await caches.open(cache)).delete(address, { ignoreVary: true });

/** The oldest entries are removed first. If the browser has no room, it keeps what it has. */
async function put(name: string, address: string, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(address, response).catch(() => undefined);
  await trim(name);
}

async function trim(name: string): Promise<void> {
  const keys = await (await caches.open(name)).keys();
  const most = name === FILES ? MAX_FILES : MAX_VIEWS;
  for (const { url } of keys.slice(0, Math.max(0, keys.length - most))) await remove(name, url);
}
