/** The words that a followed citation quotes, which its address does not contain. */

const keyOf = ({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): string =>
  `quote ${pathname}${search}${hash}`;

/** Notes the quoted words of citations that are followed within an element. */
export function noteQuotes(within: HTMLElement): void {
  within.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a.md-cite[title]") : null;
    if (link) sessionStorage.setItem(keyOf(link), link.title);
  });
}

/** Null if they are not known. */
export const quoteOf = (address: Location): string | null => sessionStorage.getItem(keyOf(address));
