/**
 * A formula that is edited names cells in the colours in which they are outlined. A field has letters of one colour, so the
 * text lies below it once more, and the field's own letters are not seen.
 */
import { element } from "../dom.ts";
import { colouredReferences } from "./outlines.ts";

/** What has to be the same, so that letters stand below letters. */
const COPIED = ["font", "padding", "borderWidth", "direction", "textAlign"] as const;

export class FormulaLetters {
  readonly #field: HTMLInputElement;
  readonly #text = element("span");
  readonly #dom = element("div", { class: "sheet-letters", "aria-hidden": "true", hidden: true }, this.#text);

  /** The field stands where it is to stay. */
  constructor(field: HTMLInputElement) {
    this.#field = field;
    field.before(this.#dom);
    for (const type of ["scroll", "select", "keyup"])
      field.addEventListener(type, () => this.#follow(), { passive: true });
  }

  /** `formula` is null when none is edited. */
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
    // The field may have grown with its text, or be about to be put elsewhere.
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
