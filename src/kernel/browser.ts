/** Tells browsers that predate Fetch Metadata (Safari before 16.4, Firefox before 90) from programs. */

/** Whether the request looks like a browser's: it accepts HTML or names languages. Programs usually accept anything. */
export function looksLikeBrowser(headers: Headers): boolean {
  const language = headers.get("Accept-Language") ?? "*";
  return language.trim() !== "*" || /\b(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Accept") ?? "");
}
