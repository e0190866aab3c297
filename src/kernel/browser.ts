/** Detects browsers, and their prefetches, from the headers of a request. */

/**
 * Whether the request looks like a browser's: it accepts HTML or names languages. Programs usually accept anything. For
 * browsers that predate Fetch Metadata (Safari before 16.4, Firefox before 90).
 */
export function looksLikeBrowser(headers: Headers): boolean {
  const language = headers.get("Accept-Language") ?? "*";
  return language.trim() !== "*" || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Accept") ?? "");
}

/** Whether a browser is prefetching or prerendering: Sec-Purpose (W3C Nav Speculation) and its predecessors. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = `${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""} ${headers.get("X-Moz") ?? ""}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
