/** Fields of WordprocessingML (ECMA-376 part 1 §17.16): links stay links; the text of other fields is their last result. */
import { type Changes } from "./changes.ts";
import { type Paragraph } from "./paragraph.ts";
import { symbolOf } from "./symbols.ts";

type Field = { instruction: string; isCode: boolean; link: Paragraph | null };

const MAX_INSTRUCTION_LENGTH = 2_000;
const MAX_NESTED = 100;
const HYPERLINK = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\"]\S*))/i;
const SYMBOL = /^\s*SYMBOL\s+(0x[0-9a-f]+|\d+)\b(?:[^"]*?\\f\s+"([^"]*)")?/i;

export class Fields {
  readonly #changes: Changes;
  readonly #open: Field[] = [];
  #beyond = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** True if the current text is a field's instruction, or the result of a field nested in one. */
  get isCode(): boolean {
    return this.#open.some(({ isCode }) => isCode);
  }

  mark(type: string | undefined, paragraph: Paragraph): void {
    if (type === "begin") this.#begin();
    else if (this.#beyond > 0) this.#beyond -= type === "end" ? 1 : 0;
    else if (type === "separate") this.#separate(paragraph);
    else if (type === "end") this.#end(paragraph);
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field?.isCode && field.instruction.length < MAX_INSTRUCTION_LENGTH) field.instruction += text;
  }

  /** A field written as one element (w:fldSimple) around its result. */
  openSimple(instruction: string, paragraph: Paragraph): void {
    paragraph.openLink(this.#targetOf(instruction));
  }

  #begin(): void {
    if (this.#open.length >= MAX_NESTED) this.#beyond++;
    else this.#open.push({ instruction: "", isCode: true, link: null });
  }

  #separate(paragraph: Paragraph): void {
    const field = this.#open.at(-1);
    if (!field?.isCode) return;
    field.isCode = false;
    const target = this.#targetOf(field.instruction);
    if (target === undefined) return;
    paragraph.openLink(target);
    field.link = paragraph;
  }

  #end(paragraph: Paragraph): void {
    const field = this.#open.pop();
    // A field may end in a different paragraph, where the link is not open.
    if (field?.link === paragraph) paragraph.closeLink();
    if (field?.isCode) this.#withoutResult(field.instruction, paragraph);
  }

  #withoutResult(instruction: string, paragraph: Paragraph): void {
    const [, code, font = "Symbol"] = SYMBOL.exec(instruction) ?? [];
    const symbol = code === undefined ? null : symbolOf(font, Number(code));
    if (symbol !== null) paragraph.add(symbol);
    else if (code !== undefined) this.#changes.note("symbols");
    else if (/^\s*EQ\b/i.test(instruction)) this.#changes.note("formulaParts");
  }

  #targetOf(instruction: string): string | undefined {
    const [, quoted, bare] = HYPERLINK.exec(instruction) ?? [];
    if (quoted !== undefined || bare !== undefined) return quoted ?? bare;
    if (/^\s*HYPERLINK\b/i.test(instruction)) this.#changes.note("innerLinks");
    else if (/^\s*FORM/i.test(instruction)) this.#changes.note("controls");
    else if (instruction.trim() !== "") this.#changes.note("fields");
    return undefined;
  }
}
