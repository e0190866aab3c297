/** Tells browsers from programs where the browser is older than Fetch Metadata (Safari before 16.4, Firefox before 90). */

/**
 * Whether the request looks like one that a browser makes for a person: it asks for a web page, or says which languages
 * the person reads. Programs ask for whatever there is.
 */
export function looksLikeBrowser(headers: Headers): boolean {
  const language = headers.get("Accept-Language") ?? "*";
  return language.trim() !== "*" || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Accept") ?? "");
}
