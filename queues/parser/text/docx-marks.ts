/** Where the comments of a WordprocessingML document begin and end in its text (ECMA-376 part 1 §17.13.4). */
import { type Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { type DocxComments } from "./docx-comments.ts";
import { isEnd, markOf, marksIn, settleMarks } from "./marks.ts";
import { type Paragraph } from "./paragraph.ts";
import { type Attributes, attribute } from "./xml.ts";

const startOf = (thread: number): number => thread * 2;
const endOf = (thread: number): number => thread * 2 + 1;
const partnerOf = (mark: number): number => mark ^ 1;

const ELEMENTS = new Set(["commentRangeStart", "commentRangeEnd", "commentReference"]);

/**
 * A start is put before the first word after it, and an end behind the last word before it, in whatever paragraph or
 * cell these words are.
 */
export class CommentMarks {
  readonly #blocks: Blocks;
  readonly #comments: DocxComments;
  readonly #changes: Changes;
  /** Starts that wait for a word. */
  #waiting: number[] = [];
  /** Ends inside a formula, which is added to its paragraph only when it is complete. */
  #ofFormula: number[] = [];

  constructor(blocks: Blocks, comments: DocxComments, changes: Changes) {
    this.#blocks = blocks;
    this.#comments = comments;
    this.#changes = changes;
  }

  /** Returns false for an element that has nothing to do with comments. */
  enter(name: string, attributes: Attributes, paragraph: Paragraph | undefined, isInFormula: boolean): boolean {
    if (!ELEMENTS.has(name)) return false;
    const id = attribute(attributes, "id") ?? "";
    const thread = this.#comments.threadOf(id);
    if (thread === undefined) {
      if (name === "commentReference" && !this.#comments.has(id)) this.#changes.note("comments");
      return true;
    }
    if (name !== "commentRangeEnd" && this.#comments.isNew(startOf(thread))) this.#start(startOf(thread), paragraph);
    if (name !== "commentRangeStart" && this.#comments.isNew(endOf(thread))) {
      if (isInFormula) this.#ofFormula.push(endOf(thread));
      else this.#end(endOf(thread), paragraph);
    }
    return true;
  }

  formulaAdded(paragraph: Paragraph | undefined): void {
    for (const mark of this.#ofFormula.splice(0)) this.#end(mark, paragraph);
  }

  #start(mark: number, paragraph: Paragraph | undefined): void {
    if (paragraph) paragraph.mark(mark);
    else this.#waiting.push(mark);
  }

  #end(mark: number, paragraph: Paragraph | undefined): void {
    if (paragraph) paragraph.mark(mark);
    else this.#blocks.mark(mark);
  }

  /** The paragraph has no text, so that no block will be made of it. */
  takeFrom(paragraph: Paragraph): void {
    this.#waiting.push(...this.#endBefore(marksIn(paragraph.take())));
  }

  /** The text of a complete paragraph without blanks around it, and with the marks that belong into it. */
  settle(paragraph: string): string {
    const { leading, text, trailing } = settleMarks(paragraph);
    const starts = [...this.#waiting.splice(0), ...this.#endBefore(leading)];
    const ends = new Set(trailing);
    const staysHere = (mark: number): boolean => isEnd(mark) || ends.has(partnerOf(mark));
    this.#waiting.push(...trailing.filter((mark) => !staysHere(mark)));
    const inside = trailing.filter(staysHere);
    return starts.map(markOf).join("") + text.trim() + inside.map(markOf).join("");
  }

  /** Ends go behind what was read before, unless their starts are among the marks, which wait; returns those that wait. */
  #endBefore(marks: readonly number[]): readonly number[] {
    const all = new Set(marks);
    const isPast = (mark: number): boolean => isEnd(mark) && !all.has(partnerOf(mark));
    for (const mark of marks) if (isPast(mark)) this.#blocks.mark(mark);
    return marks.filter((mark) => !isPast(mark));
  }

  /** There are no more words to wait for. */
  close(): void {
    for (const mark of this.#waiting.splice(0)) this.#blocks.mark(mark);
  }
}
