/** Text runs of WordprocessingML (ECMA-376 part 1 §17.3.2): hidden, raised, lowered, or in a symbol font. */
import { type Changes } from "./changes.ts";
import { UNKNOWN, isSymbolFont, symbolOf } from "./symbols.ts";
import { scriptText } from "./tex.ts";
import { type Styles } from "./docx-styles.ts";
import { type Attributes, attribute, isOn } from "./xml.ts";

type Run = { isHidden: boolean; script: string | null; font: string; isStyled: boolean };

/** Formatting that plain Markdown text does not have. */
const STYLES = new Set(["b", "i", "u", "strike", "dstrike", "color", "highlight", "shd", "caps", "smallCaps", "em"]);

export class Runs {
  readonly #styles: Styles;
  readonly #changes: Changes;
  #run: Run | null = null;
  #wasHidden = false;
  #wasStyled = false;

  constructor(styles: Styles, changes: Changes) {
    this.#styles = styles;
    this.#changes = changes;
  }

  begin(paragraphStyle: string): void {
    const style = this.#styles.get(paragraphStyle);
    this.#run = { isHidden: style?.isHidden ?? false, script: style?.script ?? null, font: "", isStyled: false };
  }

  end(): void {
    this.#run = null;
  }

  endParagraph(): void {
    [this.#wasHidden, this.#wasStyled] = [false, false];
  }

  property(name: string, attributes: Attributes): void {
    const run = this.#run;
    if (!run) return;
    const value = attribute(attributes, "val") ?? "";
    switch (name) {
      case "rStyle": {
        const style = this.#styles.get(value);
        run.isHidden = style?.isHidden ?? run.isHidden;
        run.script = style?.script ?? run.script;
        break;
      }
      case "vanish":
        run.isHidden = isOn(attributes);
        break;
      case "vertAlign":
        run.script = value;
        break;
      case "rFonts":
        run.font = attribute(attributes, "ascii") ?? attribute(attributes, "hAnsi") ?? "";
        break;
      default:
        if (STYLES.has(name) && isOn(attributes) && value !== "auto") run.isStyled = true;
    }
  }

  /** The run's text in the output; "" if it is hidden. */
  textOf(text: string): string {
    const run = this.#run;
    if (!run || text === "") return text;
    if (run.isHidden) {
      if (!this.#wasHidden) this.#changes.note("hiddenText");
      this.#wasHidden = true;
      return "";
    }
    this.#wasHidden = false;
    if (run.isStyled && !this.#wasStyled && text.trim() !== "") this.#changes.note("styles");
    this.#wasStyled = run.isStyled;
    return this.#scripted(this.#decoded(text, run.font), run.script);
  }

  /** A character given by font and code (w:sym). */
  symbol(attributes: Attributes): string {
    const font = attribute(attributes, "font") ?? "";
    return this.textOf(this.#symbol(font, Number.parseInt(attribute(attributes, "char") ?? "", 16)));
  }

  get isHidden(): boolean {
    return this.#run?.isHidden ?? false;
  }

  #symbol(font: string, code: number): string {
    const symbol = symbolOf(font, code);
    if (symbol === null) this.#changes.note("symbols");
    return symbol ?? UNKNOWN;
  }

  #decoded(text: string, font: string): string {
    if (isSymbolFont(font))
      return Array.from(text, (each) =>
        /[\s\ufffd]|[^\0-\u00ff\uf000-\uf0ff]/.test(each) ? each : this.#symbol(font, each.codePointAt(0) ?? 0),
      ).join("");
    return text.replace(/[\uf000-\uf0ff]/g, (each) => this.#symbol(font, each.charCodeAt(0)));
  }

  #scripted(text: string, script: string | null): string {
    const position = script === "superscript" ? "super" : script === "subscript" ? "sub" : null;
    if (position === null || text.trim() === "") return text;
    const written = scriptText(text, position);
    this.#changes.note(written === null ? "styles" : "scripts");
    return written ?? text;
  }
}
