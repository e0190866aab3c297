/** What a page and the service worker that keeps pages for times without a network have in common. */

/** Caches of documents and of views alone, which are a person's own: they go when that person signs out. */
export const DOCUMENTS = "octavo-documents";
export const VIEWS = "octavo-views";
/** Views of pages that were created without a network and do not exist on the service yet. */
export const PENDING = "octavo-pending-pages";
/** Views of pages without a text, by drive and type, of which those are made. */
export const BLANKS = "octavo-blank-pages";

/** What stands in a blank page's view for the id and the title of a page. */
export const BLANK_ID = "octavo-blank-page";
export const BLANK_TITLE = "octavo-blank-title";

/** What a page tells the service worker once it is at rest. */
export type Kept = {
  /** The e-mail address of whose pages these are: those of anybody else are removed. */
  readonly owner: string;
  /** Where the page is that tells. */
  readonly address: string;
  /** Addresses of the scripts and styles that the page has loaded, most of them before anything kept them. */
  readonly files: readonly string[];
  /** What is shown in place of a page that was not kept, as HTML in the language of this person. */
  readonly fallback: string;
};

/** Removes all pages that were kept in this browser. */
export async function removeKept(): Promise<void> {
  // Only a secure context has caches.
  if ("caches" in globalThis) await Promise.all([DOCUMENTS, VIEWS, PENDING, BLANKS].map((name) => caches.delete(name)));
}
