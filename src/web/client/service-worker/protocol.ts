/** Shared between pages and the service worker that stores them for offline use. */

/** Caches of documents and of views, which are private to a user and cleared on sign-out. */
export const DOCUMENTS = "octavo-documents";
export const VIEWS = "octavo-views";
/** Views of pages created offline that do not exist on the service yet. */
export const PENDING = "octavo-pending-pages";
/** Views of empty pages, by drive and type, used as templates for those. */
export const BLANKS = "octavo-blank-pages";

/** Placeholders for a page's id and title in a blank view. */
export const BLANK_ID = "octavo-blank-page";
export const BLANK_TITLE = "octavo-blank-title";

/** The message that a page sends to the service worker once it is idle. */
export type Kept = {
  /** Email address of the user who owns the stored pages: those of anyone else are removed. */
  readonly owner: string;
  /** Path of the sending page. */
  readonly address: string;
  /** Addresses of the scripts and styles that the page has loaded, mostly before the worker was active. */
  readonly files: readonly string[];
  /** Shown in place of a page that is not stored, as HTML in the user's language. */
  readonly fallback: string;
};

/** Removes all pages stored in this browser. */
export async function removeKept(): Promise<void> {
  // The Cache API is only available in a secure context.
  if ("caches" in globalThis) await Promise.all([DOCUMENTS, VIEWS, PENDING, BLANKS].map((name) => caches.delete(name)));
}
