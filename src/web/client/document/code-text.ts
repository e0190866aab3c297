/** The text that is copied from a page of code. */
import type { WrittenDocument } from "./document-page.ts";

/** All code of the page: from the editor, otherwise from the print. */
export function codeOf(root: HTMLElement, written: WrittenDocument | null): string {
  const text = written?.text();
  if (typeof text === "string") return text;
  return [...root.querySelectorAll("[data-lines] > .cm-line")].map((line) => line.textContent).join("\n");
}
