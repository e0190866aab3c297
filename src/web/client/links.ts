/** Which links lead to another view of the program, so that a move can show it without loading the page anew. */

/** What is below `/api/` or signs in is a document, a file or a redirect of its own. */
const VIEWS = /^\/(?:$|drives\/|pages\/|settings(?:\/connect)?$|admin(?:\/|$)|transfers$)/;

/** Null for an address that is none of ours, or none of the program's views. */
export function viewAddress(href: string, here: string): URL | null {
  const [to, from] = [new URL(href, here), new URL(here)];
  return to.origin === from.origin && VIEWS.test(to.pathname) ? to : null;
}

/** Whether two addresses are of one document: only its fragment differs. */
export const isSameDocument = (a: URL, b: URL): boolean => a.pathname === b.pathname && a.search === b.search;

/** Where a link leads within the program; null when it is the browser's to follow. */
export function destinationOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return null;
  if (link.target !== "" && link.target !== "_self") return null;
  const to = viewAddress(link.href, location.href);
  const here = new URL(location.href);
  return to && to.hash !== "" && isSameDocument(to, here) ? null : to;
}
