/**
 * Views as the service prints them, fetched as documents that run nothing. Those visited or looked at beforehand are kept for
 * a while: a link to one shows it at once.
 */

/** A view so young, in ms, is shown without asking whether it is still so. */
const FRESH_MS = 5_000;
/** One that is older is not shown. */
const KEPT_MS = 5 * 60_000;
const MOST = 16;
const TIMEOUT_MS = 15_000;

export type FetchedView = {
  /** Where it was found in the end, after redirects. */
  readonly address: string;
  readonly title: string;
  /** As it came; what is shown is a copy. */
  readonly main: HTMLElement;
};

type Kept = { readonly at: number; readonly view: Promise<FetchedView | null> };

const kept = new Map<string, Kept>();
/** Grows when anything was changed: what was on its way before that is not kept. */
let changes = 0;

const keyOf = ({ pathname, search }: URL): string => pathname + search;

/** Forgets one view, or all of them: they may show what has changed. */
export function forgetViews(address?: URL): void {
  if (address) kept.delete(keyOf(address));
  else {
    changes++;
    kept.clear();
  }
}

type Offered = {
  /** Null when it cannot be shown in place: the browser has to go there. */
  readonly view: Promise<FetchedView | null>;
  /** The view is from before and may have changed. */
  readonly isOld: boolean;
};

/** What is kept of a view, or that view fetched now. */
export function offerView(address: URL): Offered {
  const known = kept.get(keyOf(address));
  const age = known ? Date.now() - known.at : Infinity;
  if (known && age < KEPT_MS) return { view: known.view, isOld: age > FRESH_MS };
  return { view: fetchView(address, false), isOld: false };
}

export const isKept = (address: URL): boolean => Date.now() - (kept.get(keyOf(address))?.at ?? 0) < KEPT_MS;

/** Fetches a view and keeps it. `isPrefetch`: nobody has gone there yet. */
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
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return view;
}

/** Null for anything that is no view of this version of the program: sign-in, a refusal, the page of another deployment. */
function toView({ document: fetched, address }: FetchedDocument): FetchedView | null {
  const main = fetched.querySelector("main");
  const client = document.querySelector("main")?.dataset["client"];
  if (!main || client === undefined || main.dataset["client"] !== client) return null;
  // The scripts of the view come along: there is no press that would have to wait for them.
  for (const link of fetched.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    const isThere = document.head.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`);
    if (!isThere) document.head.append(document.importNode(link));
  }
  return { address, title: fetched.title, main };
}

type FetchedDocument = { readonly document: Document; readonly address: string };

/** Null when it did not come, or came as a refusal. `XMLHttpRequest` parses markup without a sink that the policy forbids. */
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
