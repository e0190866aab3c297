/** The heading of a printed document that an address names by its fragment. */
import { headingAt } from "../document/fragments.ts";

export function printedHeading(main: HTMLElement, fragment: string): HTMLElement | null {
  const printed = [...main.querySelectorAll<HTMLElement>("[data-print] :is(h1, h2, h3, h4, h5, h6)")];
  // As an outline lists them: those of the document itself, and with words.
  const headings = printed.filter((each) => each.closest("blockquote, li") === null && each.innerText.trim() !== "");
  return headings[headingAt(fragment, headings.map((each) => each.innerText))] ?? null; // oxfmt-ignore
}
