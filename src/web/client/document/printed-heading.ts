/** The printed heading that an address's fragment refers to. */
import { headingAt } from "../../shared/document/fragments.ts";

export function printedHeading(main: HTMLElement, fragment: string): HTMLElement | null {
  const printed = [...main.querySelectorAll<HTMLElement>("[data-print] :is(h1, h2, h3, h4, h5, h6)")];
  // The headings that an outline lists: top-level ones that are not empty.
  const headings = printed.filter((each) => each.closest("blockquote, li") === null && each.innerText.trim() !== "");
  return headings[headingAt(fragment, headings.map((each) => each.innerText))] ?? null; // oxfmt-ignore
}
