/**
 * Views as the service prints them, fetched as documents that run no scripts. Visited and prefetched views are kept for
 * a while, so that a link to one shows it at once.
 */

/** A view younger than this (ms) is shown without checking for changes. */
const FRESH_MS = 5_000;
/** A view older than this (ms) is not shown. */
const KEPT_MS = 5 * 60_000;
const MAX_VIEWS = 16;
const TIMEOUT_MS = 15_000;

export type FetchedView = {
  /** The final address, after redirects. */
  readonly address: string;
  readonly title: string;
  /** As fetched; a copy of it is shown. */
  readonly main: HTMLElement;
};

type Kept = { readonly at: number; readonly view: Promise<FetchedView | null> };

const kept = new Map<string, Kept>();
/** Incremented on every change: a request that started before it is not kept. */
let changes = 0;

const keyOf = ({ pathname, search }: URL): string => pathname + search;

/** Drops one view or all of them, because they may be outdated. */
export function forgetViews(address?: URL): void {
  if (address) kept.delete(keyOf(address));
  else {
    changes++;
    kept.clear();
  }
}

type Offered = {
  /** Null if it cannot be shown in place and the browser has to load it. */
  readonly view: Promise<FetchedView | null>;
  /** The view is from the cache and may be outdated. */
  readonly isOld: boolean;
};

/** Returns the cached view, or fetches it now. */
export function offerView(address: URL): Offered {
  const known = kept.get(keyOf(address));
  const age = known ? Date.now() - known.at : Infinity;
  if (known && age < KEPT_MS) return { view: known.view, isOld: age > FRESH_MS };
  return { view: fetchView(address, false), isOld: false };
}

export const isKept = (address: URL): boolean => Date.now() - (kept.get(keyOf(address))?.at ?? 0) < KEPT_MS;

/** Fetches a view and keeps it. `isPrefetch`: the user has not navigated there yet. */
export function fetchView(address: URL, isPrefetch: boolean): Promise<FetchedView | null> {
  const key = keyOf(address);
  const before = changes;
  const headers = { "Octavo-Part": "main", ...(isPrefetch && { Purpose: "prefetch" }) };
  const view = fetchDocument(key, headers).then((found) => {
    const fetched = found && toView(found);
    if ((fetched === null || before !== changes) && kept.get(key) === entry) kept.delete(key);
    return fetched;
  });
  const entry: Kept = { at: Date.now(), view };
  kept.delete(key);
  kept.set(key, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_VIEWS) break;
    kept.delete(oldest);
  }
  return view;
}

/** Null for anything but a view of this version of the client: sign-in, an error, or a page from another deployment. */
function toView({ document: fetched, address }: FetchedDocument): FetchedView | null {
  const main = fetched.querySelector("main");
  const client = document.querySelector("main")?.dataset["client"];
  if (!main || client === undefined || main.dataset["client"] !== client) return null;
  // Preloads the scripts of the view, so that no press has to wait for them.
  for (const link of fetched.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    const isThere = document.head.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`);
    if (!isThere) document.head.append(document.importNode(link));
  }
  return { address, title: fetched.title, main };
}

type FetchedDocument = { readonly document: Document; readonly address: string };

/** Null on a failed request or an error status. `XMLHttpRequest` parses markup without a sink that the policy forbids. */
export const fetchDocument = (
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<FetchedDocument | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.addEventListener("loadend", () => {
      const { status, responseXML, responseURL } = request;
      const found = responseXML instanceof Document ? responseXML : null;
      resolve(status === 200 && found ? { document: found, address: responseURL } : null);
    });
    request.send();
  });
