/** The names that the headings of a document have in addresses, as GitHub makes them: `/pages/ID#next-steps`. */

const nameOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s+/g, "-");

/** Of headings with the same words the later ones are numbered. */
export function fragmentsOf(headings: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const name = nameOf(heading);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}

/** Which of the headings a fragment, as it stands in an address, means; -1 for none. */
export function headingAt(fragment: string, headings: readonly string[]): number {
  const wanted = fragment.replace(/^#/, "");
  const names = fragmentsOf(headings);
  try {
    return wanted === "" ? -1 : names.indexOf(decodeURIComponent(wanted).toLowerCase());
  } catch {
    // Not what an address may hold.
    return -1;
  }
}
