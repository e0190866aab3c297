/**
 * The paragraphs and headings of Markdown (CommonMark §3–5): everything with inline content, excluding code and HTML.
 * One pass over the lines, in linear time for any text; a parser that builds a tree takes seconds for 100 KB of
 * ordinary text, and minutes for hostile text.
 *
 * Containers nest as deep as in the syntax tree; deeper markers are text.
 */
import { MAX_NESTED } from "./bounds.ts";
import { type Fence, fenceAt, closesFence, type HtmlBlock, htmlAt, closesHtml } from "./code.ts";
import { LineCursor } from "./line.ts";

/** Inline content in pieces: the text between them is indentation and container markers. */
type Leaf = readonly Piece[];

type Piece = { readonly start: number; readonly end: number };

type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "footnote" }
  /** `fresh` until a block has begun in it. */
  | { readonly kind: "item"; readonly width: number; empty: boolean; fresh: boolean };

/** A paragraph that begins like a task is not one if it turns out to be a heading. */
type Paragraph = { readonly kind: "paragraph"; readonly pieces: Piece[]; readonly task: TaskMark | null };

type Open = Paragraph | Fence | HtmlBlock | { readonly kind: "math" } | null;

/** A task's checkbox: line and offset of its bracket, both 0-based. */
export type TaskMark = { readonly line: number; readonly box: number };

/** A heading of the form `# title` outside quotes, items and footnotes. */
export type HeadingMark = { readonly line: number; readonly title: Piece };

type Outline = {
  readonly tasks: readonly TaskMark[];
  readonly headings: readonly HeadingMark[];
  /** Lines of code, HTML and formulas, 0-based. */
  readonly literals: ReadonlySet<number>;
};

const HEADING = /^#{1,6}(?:[ \t]+|(?=\r?$))/;
const CLOSING_HASHES = /(?:^|[ \t])#+[ \t\r]*$/;
const SETEXT = /^(=+|-+)[ \t\r]*$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})\r?$/;
const FOOTNOTE = /^\[\^[^\s[\]]+\]:/;
const FOOTNOTE_INDENT = 4;
/** The delimiter line before and after a formula. */
const MATH = "$$";
const TASK = /^\[[ xX]\][ \t]+\S/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t\r]|$)/;

export const leavesOf = (text: string): Leaf[] => read(text).leaves;

/**
 * The tasks of a text (GFM §5.3): the first paragraph of a list item, if it begins with a checkbox. Tests compare this
 * with the syntax tree of the editor, which draws the checkboxes.
 */
export const outlineOf = (text: string): Outline => read(text);

function read(text: string): Blocks {
  const blocks = new Blocks();
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed;
    blocks.take(new LineCursor(text, start, end));
    start = end + 1;
  }
  blocks.finish();
  return blocks;
}

/** Joins the pieces of a leaf, and maps offsets back to the original text; call `offsetOf` with ascending offsets. */
export function joinLeaf(text: string, pieces: Leaf): { joined: string; offsetOf: (at: number) => number } {
  let index = 0;
  let before = 0;
  const offsetOf = (at: number): number => {
    for (let piece = pieces[index]; piece; piece = pieces[++index]) {
      const length = piece.end - piece.start;
      if (at <= before + length) return piece.start + at - before;
      before += length + 1;
    }
    return text.length;
  };
  return { joined: pieces.map(({ start, end }) => text.slice(start, end)).join("\n"), offsetOf };
}

class Blocks {
  readonly leaves: Leaf[] = [];
  readonly tasks: TaskMark[] = [];
  readonly headings: HeadingMark[] = [];
  readonly literals = new Set<number>();
  readonly #containers: Container[] = [];
  #open: Open = null;
  #line = -1;

  finish(): void {
    this.#close();
  }

  take(line: LineCursor): void {
    this.#line++;
    const matched = this.#match(line);
    const all = matched === this.#containers.length;
    if (all && this.#continueRaw(line)) return;
    if (!all && this.#open?.kind !== "paragraph") this.#close();
    const opened = this.#openBlocks(line, matched);
    if (opened === "done") return;
    this.#takeText(line, { matched, containersOpened: opened === "containers" });
  }

  /** Number of containers that continue on this line. */
  #match(line: LineCursor): number {
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === "quote") {
        if (!takeQuoteMark(line)) break;
      } else if (container.kind === "footnote") {
        if (!line.isBlank && line.indent < FOOTNOTE_INDENT) break;
        line.skipColumns(FOOTNOTE_INDENT);
      } else if (line.isBlank) {
        if (container.empty) break;
      } else if (line.indent >= container.width) line.skipColumns(container.width);
      else break;
      matched++;
    }
    return matched;
  }

  /** Code and HTML consume their lines unparsed. */
  #continueRaw(line: LineCursor): boolean {
    const open = this.#open;
    if (open === null || open.kind === "paragraph") return false;
    this.literals.add(this.#line);
    if (open.kind === "math") {
      if (line.rest.trim() === MATH) this.#open = null;
      return true;
    }
    const closes = open.kind === "fence" ? closesFence(open, line) : closesHtml(open, line);
    if (closes) this.#open = null;
    return true;
  }

  #openBlocks(line: LineCursor, matched: number): "done" | "containers" | "none" {
    let opened = false;
    for (;;) {
      const paragraph = !opened && this.#open?.kind === "paragraph" ? this.#open : null;
      if (line.isBlank) return opened ? "containers" : "none";
      if (line.indent >= 4) {
        if (paragraph) return "none";
        this.#leave(opened ? this.#containers.length : matched);
        this.literals.add(this.#line);
        this.#touch();
        return "done";
      }
      const rest = line.rest;
      const within = matched === this.#containers.length;
      if (rest.startsWith(">") && this.#containers.length < MAX_NESTED) {
        if (!opened) this.#leave(matched);
        this.#close();
        takeQuoteMark(line);
        this.#push({ kind: "quote" });
        opened = true;
        continue;
      }
      const footnote = this.#containers.length < MAX_NESTED ? FOOTNOTE.exec(rest) : null;
      if (footnote) {
        if (!opened) this.#leave(matched);
        this.#close();
        line.skipColumns(line.indent);
        line.skipCharacters(footnote[0].length);
        line.skipColumns(line.indent);
        this.#push({ kind: "footnote" });
        opened = true;
        continue;
      }
      if (paragraph && within && SETEXT.test(rest)) {
        this.leaves.push(paragraph.pieces);
        this.#open = null;
        return "done";
      }
      if (this.#openLeaf(line, { rest, interrupts: paragraph !== null, keep: opened ? null : matched })) {
        return "done";
      }
      const room = this.#containers.length < MAX_NESTED;
      const item = room ? itemAt(line, rest, paragraph !== null && within) : null;
      if (!item) return opened ? "containers" : "none";
      if (!opened) this.#leave(matched);
      this.#close();
      this.#push(item);
      opened = true;
    }
  }

  /** Opens a heading, a thematic break, code or HTML. */
  #openLeaf(
    line: LineCursor,
    { rest, interrupts, keep }: { rest: string; interrupts: boolean; keep: number | null },
  ): boolean {
    const heading = HEADING.exec(rest);
    const isMath = !interrupts && rest.trim() === MATH;
    const raw = isMath
      ? ({ kind: "math" } as const)
      : heading || RULE.test(rest)
        ? null
        : (fenceAt(rest) ?? htmlAt(rest, interrupts));
    if (!heading && !raw && !RULE.test(rest)) return false;
    if (keep !== null) this.#leave(keep);
    this.#close();
    this.#touch();
    if (heading) {
      const start = line.start + heading[0].length;
      const closing = CLOSING_HASHES.exec(rest.slice(heading[0].length));
      const end = closing ? start + closing.index : line.end;
      this.leaves.push([{ start, end }]);
      if (this.#containers.length === 0) this.headings.push({ line: this.#line, title: { start, end } });
    } else if (raw && !(raw.kind === "html" && closesHtml(raw, line))) this.#open = raw;
    return true;
  }

  #takeText(line: LineCursor, { matched, containersOpened }: { matched: number; containersOpened: boolean }): void {
    if (line.isBlank) {
      if (!containersOpened) this.#leave(matched);
      this.#close();
      return;
    }
    const piece = { start: line.start, end: line.end };
    const open = this.#open;
    if (open?.kind === "paragraph" && !containersOpened) {
      // Lazy continuation: the containers do not continue, but their paragraph does (CommonMark §5.1).
      open.pieces.push(piece);
      return;
    }
    if (!containersOpened) this.#leave(matched);
    this.#close();
    const inner = this.#containers.at(-1);
    const isTask = inner?.kind === "item" && inner.fresh && TASK.test(line.rest);
    this.#touch();
    this.#open = { kind: "paragraph", pieces: [piece], task: isTask ? { line: this.#line, box: line.start } : null };
  }

  #push(container: Container): void {
    this.#touch();
    this.#containers.push(container);
  }

  /** Items with content do not end at a blank line. */
  #touch(): void {
    const inner = this.#containers.at(-1);
    if (inner?.kind === "item") inner.fresh = false;
    for (let index = this.#containers.length - 1; index >= 0; index--) {
      const container = this.#containers[index];
      if (container?.kind !== "item") continue;
      if (!container.empty) break;
      container.empty = false;
    }
  }

  #leave(matched: number): void {
    if (matched < this.#containers.length) {
      this.#close();
      this.#containers.length = matched;
    }
  }

  #close(): void {
    if (this.#open?.kind === "paragraph") {
      this.leaves.push(this.#open.pieces);
      if (this.#open.task) this.tasks.push(this.#open.task);
    }
    this.#open = null;
  }
}

function takeQuoteMark(line: LineCursor): boolean {
  if (line.indent > 3 || line.text[line.start] !== ">" || line.start >= line.end) return false;
  line.skipColumns(line.indent);
  line.skipCharacters(1);
  line.skipColumns(1);
  return true;
}

/**
 * A list item that begins here. A paragraph cannot be interrupted by an empty item, or by one with a start number other
 * than 1.
 */
function itemAt(line: LineCursor, rest: string, interrupts: boolean): Container | null {
  const found = ITEM.exec(rest);
  if (!found) return null;
  const marker = found[0].length;
  const empty = rest.slice(marker).trim() === "";
  if (interrupts && (empty || (found[1] !== undefined && Number(found[1]) !== 1))) return null;
  const indent = line.indent;
  line.skipColumns(indent);
  line.skipCharacters(marker);
  const spaces = line.indent;
  // With five or more spaces, the item begins with indented code after one space.
  const padding = empty || spaces > 4 ? 1 : spaces;
  line.skipColumns(padding);
  return { kind: "item", width: indent + marker + padding, empty, fresh: true };
}
