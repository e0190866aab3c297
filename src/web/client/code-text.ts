/** What is copied of a page of code. */
import type { WrittenDocument } from "./document-page.ts";

/** All of a page's code: as the editor has it, else as it is printed. */
export function codeOf(root: HTMLElement, written: WrittenDocument | null): string {
  const text = written?.text();
  if (typeof text === "string") return text;
  return [...root.querySelectorAll("[data-lines] > .cm-line")].map((line) => line.textContent).join("\n");
}
