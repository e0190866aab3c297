/** Decides which links lead to another view of the client, so that navigation can show it without a full page load. */

/** Everything else, such as `/api/` and sign-in, is a separate document, a file or a redirect. */
const VIEWS = /^\/(?:$|drives\/|pages\/|settings(?:\/connect)?$|admin(?:\/|$)|(?:transfers|inbox|tasks)$)/;

/** Null for an address that is not ours, or is not a view. */
export function viewAddress(href: string, here: string): URL | null {
  const [to, from] = [new URL(href, here), new URL(here)];
  return to.origin === from.origin && VIEWS.test(to.pathname) ? to : null;
}

/** True if two addresses differ in their fragment only. */
export const isSameDocument = (a: URL, b: URL): boolean => a.pathname === b.pathname && a.search === b.search;

/** The view that a link leads to; null if the browser should follow it. */
export function destinationOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return null;
  if (link.target !== "" && link.target !== "_self") return null;
  const to = viewAddress(link.href, location.href);
  const here = new URL(location.href);
  return to && to.hash !== "" && isSameDocument(to, here) ? null : to;
}
