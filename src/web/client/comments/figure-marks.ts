/** Marks pictures in a text, on which the marks of words cannot be seen. */
import type { Lit, Mark } from "./surface.ts";

const FIGURES = ".md-figure-block, .md-image-anchor";

/** `marksOn` returns the marks whose words include the source of a picture. */
export function markFigures(text: HTMLElement, marksOn: (figure: HTMLElement) => readonly Mark[], lit: Lit): void {
  for (const figure of text.querySelectorAll<HTMLElement>(FIGURES)) {
    const marks = marksOn(figure);
    const [mark] = marks;
    if (mark) figure.dataset["threadMark"] = mark.id;
    else delete figure.dataset["threadMark"];
    figure.classList.toggle("thread-figure", mark !== undefined);
    figure.classList.toggle(
      "is-lit",
      marks.some(({ id }) => id === lit.active || id === lit.hovered),
    );
  }
}
