/** Fragment identifiers of a document's headings, in GitHub's format: `/pages/ID#next-steps`. */

const nameOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s+/g, "-");

/** Headings with the same text are numbered from the second on. */
export function fragmentsOf(headings: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const name = nameOf(heading);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}

/** Index of the heading that a URL fragment refers to; -1 for none. */
export function headingAt(fragment: string, headings: readonly string[]): number {
  const wanted = fragment.replace(/^#/, "");
  const names = fragmentsOf(headings);
  try {
    return wanted === "" ? -1 : names.indexOf(decodeURIComponent(wanted).toLowerCase());
  } catch {
    // The fragment is not valid percent-encoding.
    return -1;
  }
}
