/** Text and slides of OpenDocument 1.3 (ISO/IEC 26300-3) as Markdown: headings, lists, tables, links, footnotes. */
import { Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { REPORTED, SKIPPED } from "./odf-elements.ts";
import { type Package } from "./package.ts";
import { Paragraph } from "./paragraph.ts";
import { scriptText } from "./tex.ts";
import { type TextOutput } from "./text-out.ts";
import { copied } from "./utf8-buffer.ts";
import { Unreadable, locked } from "./unreadable.ts";
import { type Attributes, attribute, readXml, countIn } from "./xml.ts";

const MAX_SPACES = 1_000;
const MAX_REPEATS = 100;
const MAX_LIST_STYLES = 20_000;

/** Throws Unreadable for an encrypted document: its parts are not XML without the password. */
export function refuseLocked(pack: Package): void {
  const name = "META-INF/manifest.xml";
  if (pack.has(name) && pack.start(name, 4_000_000).includes("encryption-data")) throw locked("document");
  if (!pack.has("content.xml")) throw new Unreadable("A part of the document is missing.");
}

export function readOdf(
  pack: Package,
  out: TextOutput,
  changes: Changes,
): { paragraphCount: number; slideCount?: number } {
  refuseLocked(pack);
  const reader = new OdfReader(out, changes);
  readXml(pack.pieces("content.xml"), {
    skip: SKIPPED,
    skipped: (name) => {
      const kind = REPORTED[name];
      if (kind !== undefined) changes.note(kind);
    },
    isDone: () => out.truncated,
    open: (name, attributes) => reader.enter(name, attributes),
    close: (name) => reader.leave(name),
    text: (text) => reader.text(text),
  });
  reader.end();
  const { paragraphCount, slideCount } = reader;
  return slideCount > 0 ? { paragraphCount, slideCount } : { paragraphCount };
}

type Open = { readonly text: Paragraph; readonly heading: number | null };
type List = { readonly isNumbered: boolean; readonly isExact: boolean; count: number; isNew: boolean };

class OdfReader {
  paragraphCount = 0;
  slideCount = 0;
  readonly #blocks: Blocks;
  /** Frames and notes contain paragraphs inside a paragraph. */
  readonly #open: Open[] = [];
  readonly #lists: List[] = [];
  readonly #notes: string[] = [];
  /** Numbered levels of list styles, as "name level". */
  readonly #numbered = new Map<string, { readonly start: number; readonly isExact: boolean }>();
  #listStyle = "";
  #repeated = 1;
  #isTitle = false;
  #startsNotes = false;
  #noteCount = 0;
  #noteSize = 0;
  #noteLabel: string | null = null;
  #inCitation = false;

  readonly #changes: Changes;
  /** Styles of text that is raised, lowered or hidden. */
  readonly #textStyles = new Map<string, "super" | "sub" | "hidden">();
  readonly #spans: string[] = [];
  #style = "";

  constructor(out: TextOutput, changes: Changes) {
    this.#changes = changes;
    this.#blocks = new Blocks(out, changes);
  }

  text(text: string): void {
    // Line endings and runs of spaces count as one space (ODF 1.3 part 3 §6.1.2).
    if (!this.#inCitation) this.#open.at(-1)?.text.add(this.#styled(text.replace(/[ \t\r\n]+/g, " ")));
  }

  #styled(text: string): string {
    const textStyle = this.#textStyles.get(this.#spans.at(-1) ?? "");
    if (textStyle === undefined || text.trim() === "") return text;
    const written = textStyle === "hidden" ? "" : scriptText(text, textStyle);
    this.#changes.note(textStyle === "hidden" ? "hiddenText" : written === null ? "styles" : "scripts");
    return written ?? text;
  }

  end(): void {
    while (this.#open.length > 0) this.#endParagraph();
    this.#blocks.end();
    for (const note of this.#notes) this.#blocks.paragraph(note);
  }

  enter(name: string, attributes: Attributes): void {
    switch (name) {
      case "p":
        this.#open.push({ text: new Paragraph(this.#blocks), heading: this.#isTitle ? 3 : null });
        break;
      case "h": {
        const heading = Number.parseInt(attribute(attributes, "outline-level") ?? "1", 10) || 1;
        this.#open.push({ text: new Paragraph(this.#blocks), heading });
        break;
      }
      case "s":
        this.#open.at(-1)?.text.add(" ".repeat(countIn(attributes, "c", MAX_SPACES)));
        break;
      case "tab":
        this.#open.at(-1)?.text.add("\t");
        break;
      case "line-break":
        this.#open.at(-1)?.text.add("\n");
        break;
      case "a":
        this.#open.at(-1)?.text.openLink(attribute(attributes, "href"));
        break;
      case "note":
        this.#noteLabel = `[^${++this.#noteCount}]`;
        this.#open.at(-1)?.text.add(this.#noteLabel);
        break;
      case "note-citation":
        this.#inCitation = true;
        break;
      default:
        if (!this.#enterStyle(name, attributes)) this.#enterOuter(name, attributes);
    }
  }

  /** Handles text styles, and non-text content; returns false for any other element. */
  #enterStyle(name: string, attributes: Attributes): boolean {
    switch (name) {
      case "style":
        this.#style = attribute(attributes, "name") ?? "";
        return true;
      case "text-properties":
        this.#recordTextStyle(attributes);
        return true;
      case "span":
        this.#spans.push(attribute(attributes, "style-name") ?? "");
        return true;
      case "ruby-text":
        this.#changes.note("ruby");
        this.#open.at(-1)?.text.add("(");
        return true;
      case "image":
        this.#changes.note("pictures");
        return true;
      case "text-box":
        if (this.slideCount === 0) this.#changes.note("textBoxes");
        return true;
      default:
        return false;
    }
  }

  #enterOuter(name: string, attributes: Attributes): void {
    switch (name) {
      case "list":
        this.#openList(attribute(attributes, "style-name"));
        break;
      case "list-item":
      case "list-header": {
        const list = this.#lists.at(-1);
        const start = Number.parseInt(attribute(attributes, "start-value") ?? "", 10);
        if (list) Object.assign(list, { count: start >= 0 ? start : list.count + 1, isNew: true });
        break;
      }
      case "table":
        this.#blocks.openTable();
        break;
      case "table-row":
        this.#blocks.openRow();
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#repeated = countIn(attributes, "number-columns-repeated", MAX_REPEATS);
        this.#blocks.openCell();
        break;
      case "page":
        this.slideCount++;
        this.#startsNotes = false;
        this.#blocks.heading(2, attribute(attributes, "name") ?? `Slide ${this.slideCount}`);
        break;
      case "frame":
        this.#isTitle = attribute(attributes, "class") === "title";
        break;
      case "notes":
        this.#startsNotes = true;
        break;
      case "list-style":
        this.#listStyle = attribute(attributes, "name") ?? "";
        break;
      case "list-level-style-number":
        if (this.#numbered.size < MAX_LIST_STYLES && attribute(attributes, "num-format")) {
          const start = Number.parseInt(attribute(attributes, "start-value") ?? "1", 10);
          this.#numbered.set(`${this.#listStyle} ${attribute(attributes, "level") ?? "1"}`, {
            start: start >= 0 ? start : 1,
            isExact: attribute(attributes, "num-format") === "1",
          });
        }
        break;
    }
  }

  leave(name: string): void {
    switch (name) {
      case "p":
      case "h":
        this.#endParagraph();
        break;
      case "span":
        this.#spans.pop();
        break;
      case "ruby-text":
        this.#open.at(-1)?.text.add(")");
        break;
      case "a":
        this.#open.at(-1)?.text.closeLink();
        break;
      case "note":
        this.#noteLabel = null;
        break;
      case "note-citation":
        this.#inCitation = false;
        break;
      case "list":
        this.#lists.pop();
        break;
      case "table":
        this.#blocks.closeTable();
        break;
      case "table-cell":
      case "covered-table-cell":
        for (; this.#repeated > 1; this.#repeated--) this.#blocks.openCell();
        break;
      case "frame":
        this.#isTitle = false;
        break;
    }
  }

  #recordTextStyle(attributes: Attributes): void {
    const position = attribute(attributes, "text-position") ?? "";
    const percent = Number.parseInt(position, 10);
    if (attribute(attributes, "display") === "none") this.#textStyles.set(this.#style, "hidden");
    else if (position.startsWith("super") || percent > 0) this.#textStyles.set(this.#style, "super");
    else if (position.startsWith("sub") || percent < 0) this.#textStyles.set(this.#style, "sub");
  }

  /** A nested list may omit its style: it inherits that of the outer list. */
  #openList(style: string | undefined): void {
    if (this.#lists.length === 0 || style !== undefined) this.#listStyle = style ?? "";
    const numbers = this.#numbered.get(`${this.#listStyle} ${this.#lists.length + 1}`);
    this.#lists.push({
      isNumbered: numbers !== undefined,
      isExact: numbers?.isExact ?? true,
      count: (numbers?.start ?? 1) - 1,
      isNew: false,
    });
  }

  #endParagraph(): void {
    const open = this.#open.pop();
    if (!open || open.text.isEmpty) return;
    this.paragraphCount++;
    const text = open.text.take();
    const list = this.#lists.at(-1);
    if (this.#startsNotes) this.#blocks.paragraph("Notes:");
    this.#startsNotes = false;
    if (this.#noteLabel !== null) this.#keepNote(text.trim());
    else if (open.heading !== null) this.#blocks.heading(open.heading, text);
    else if (!list) this.#blocks.paragraph(text);
    else {
      if (list.isNew && !list.isExact) this.#changes.note("numbering");
      const marker = list.isNumbered ? `${list.count}.` : "-";
      // Further paragraphs of an item are placed below it, indented like its text.
      this.#blocks.item(this.#lists.length - 1, list.isNew ? marker : " ".repeat(marker.length), text);
      list.isNew = false;
    }
  }

  #keepNote(text: string): void {
    const note = copied(`${this.#noteLabel}: ${text}`);
    // One note more than fits tells the output that something was left out.
    if (this.#noteSize <= this.#blocks.room) this.#notes.push(note);
    this.#noteSize += note.length;
  }
}
