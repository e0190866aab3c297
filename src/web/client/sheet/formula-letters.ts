/**
 * Shows the references of an edited formula in the colours of their outlines. Text in an input has only one colour, so
 * a coloured copy lies below the field and the field's own letters are transparent.
 */
import { element } from "../ui/dom.ts";
import { colouredReferences } from "./outlines.ts";

/** Styles that must match for the letters to line up. */
const COPIED = ["font", "padding", "borderWidth", "direction", "textAlign"] as const;

export class FormulaLetters {
  readonly #field: HTMLInputElement;
  readonly #text = element("span");
  readonly #dom = element("div", { class: "sheet-letters", "aria-hidden": "true", hidden: true }, this.#text);

  /** The field must be in its final place. */
  constructor(field: HTMLInputElement) {
    this.#field = field;
    field.before(this.#dom);
    for (const type of ["scroll", "select", "keyup"])
      field.addEventListener(type, () => this.#follow(), { passive: true });
  }

  /** `formula` is null when no formula is edited. */
  draw(formula: string | null): void {
    const references = formula === null ? [] : colouredReferences(formula);
    this.#dom.hidden = references.length === 0;
    this.#field.classList.toggle("is-coloured", references.length > 0);
    if (formula === null || references.length === 0) return;
    const parts: (Node | string)[] = [];
    let at = 0;
    for (const { from, to, colour } of references) {
      const letters = element("b", {}, formula.slice(from, to));
      letters.style.setProperty("--peer", colour);
      parts.push(formula.slice(at, from), letters);
      at = to;
    }
    this.#text.replaceChildren(...parts, formula.slice(at));
    // The field may have grown with its text, or is about to be moved.
    requestAnimationFrame(() => this.#follow());
  }

  #follow(): void {
    if (this.#dom.hidden) return;
    const field = this.#field;
    const look = getComputedStyle(field);
    const { width, height } = field.getBoundingClientRect();
    for (const name of COPIED) this.#dom.style[name] = look[name];
    Object.assign(this.#dom.style, {
      left: `${field.offsetLeft}px`,
      top: `${field.offsetTop}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.#dom.scrollLeft = field.scrollLeft;
  }
}
