/** Text of HTML as Markdown: headings, lists, tables, links, code; read as events, however it is written. */
import { Parser } from "htmlparser2";
import { Blocks } from "./blocks.ts";
import { Paragraph } from "./paragraph.ts";
import { type TextOutput } from "./text-out.ts";
import { Unreadable } from "./unreadable.ts";

const SKIPPED = new Set(["script", "style", "template", "noscript", "title", "svg", "select", "iframe"]);
/** Elements that stand in a block of their own (HTML, "15.3 Non-replaced elements"). */
const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  header hgroup hr html legend main menu nav p section summary caption`.split(/\s+/),
);
const HEADING = /^h[1-6]$/;

const MAX_DEPTH = 1_000;
const MAX_ELEMENTS = 2_000_000;
const STEP = 65_536;

/** The charset that a page names in its first 1,024 bytes (HTML, "4.2.5.4 Specifying the document's character encoding"). */
export function charsetOfPage(bytes: Uint8Array): string | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  return (
    /<meta\b[^>]{0,400}?charset\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(head)?.[1] ??
    /^<\?xml\b[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i.exec(head)?.[1] ??
    null
  );
}

/** Takes `texts` in turn as one document. Throws Unreadable for what is nested too deeply. */
export function readHtml(
  texts: Iterable<string>,
  out: TextOutput,
  blocks = new Blocks(out),
  isOfArchive = false,
): void {
  const reader = new HtmlReader(blocks, isOfArchive);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.enter(name, attributes),
      onclosetag: (name) => reader.leave(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  for (const text of texts) {
    for (let at = 0; at < text.length && !blocks.isFull; at += STEP) parser.write(text.slice(at, at + STEP));
    if (blocks.isFull) break;
    if (reader.elements > MAX_ELEMENTS) {
      out.truncate();
      break;
    }
  }
  parser.end();
  reader.end();
}

const trimLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

type List = { readonly isNumbered: boolean; count: number };

class HtmlReader {
  elements = 0;
  readonly #blocks: Blocks;
  readonly #line: Paragraph;
  readonly #lists: List[] = [];
  #depth = 0;
  #skipping = 0;
  #preformatted = 0;
  #heading = 0;
  #span = 1;
  #isNewItem = false;
  #endsInSpace = true;

  constructor(blocks: Blocks, isOfArchive: boolean) {
    this.#blocks = blocks;
    this.#line = new Paragraph(blocks, isOfArchive);
  }

  text(text: string): void {
    if (this.#skipping > 0) return;
    if (this.#preformatted > 0) {
      this.#line.add(text);
      return;
    }
    const collapsed = text.replace(/[ \t\r\n\f]+/g, " ");
    this.#line.add(this.#endsInSpace && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed);
    if (collapsed !== "") this.#endsInSpace = collapsed.endsWith(" ");
  }

  enter(name: string, attributes: Readonly<Record<string, string>>): void {
    this.elements++;
    if (++this.#depth > MAX_DEPTH) throw new Unreadable("The page is nested too deeply.");
    if (SKIPPED.has(name)) this.#skipping++;
    if (this.#skipping > 0) return;
    if (BLOCKS.has(name)) this.#endBlock();
    else if (HEADING.test(name)) {
      this.#endBlock();
      this.#heading = Number(name[1]);
    } else this.#enterOther(name, attributes);
  }

  #enterOther(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case "br":
        this.#line.add("\n");
        this.#endsInSpace = true;
        break;
      case "a":
        this.#line.openLink(attributes.href);
        break;
      case "pre":
      case "textarea":
        this.#endBlock();
        this.#preformatted++;
        break;
      case "ul":
      case "ol":
        this.#endBlock();
        this.#lists.push({ isNumbered: name === "ol", count: (Number.parseInt(attributes.start ?? "1", 10) || 1) - 1 });
        break;
      case "li": {
        this.#endBlock();
        const list = this.#lists.at(-1);
        if (list) list.count++;
        this.#isNewItem = true;
        break;
      }
      case "table":
        this.#endBlock();
        this.#blocks.openTable();
        break;
      case "tr":
        this.#endBlock();
        this.#blocks.openRow();
        break;
      case "td":
      case "th":
        this.#endBlock();
        this.#span = Number.parseInt(attributes.colspan ?? "1", 10);
        this.#blocks.openCell();
        break;
      case "img":
        this.#line.picture(attributes.alt ?? "", attributes.src);
        this.#endsInSpace = false;
        break;
    }
  }

  leave(name: string): void {
    this.#depth--;
    if (SKIPPED.has(name) && this.#skipping > 0) {
      this.#skipping--;
      return;
    }
    if (this.#skipping > 0) return;
    if (BLOCKS.has(name) || HEADING.test(name)) this.#endBlock();
    else if (name === "a") this.#line.closeLink();
    else if (name === "pre" || name === "textarea") this.#endCode();
    else if (name === "ul" || name === "ol") {
      this.#endBlock();
      this.#lists.pop();
    } else if (name === "li" || name === "tr" || name === "td" || name === "th") {
      this.#endBlock();
      if (name === "li") this.#isNewItem = false;
      if (name === "td" || name === "th") this.#blocks.spanCell(this.#span);
      this.#span = 1;
    } else if (name === "table") {
      this.#endBlock();
      this.#blocks.closeTable();
    }
  }

  end(): void {
    if (this.#preformatted > 0) this.#endCode();
    this.#endBlock();
    this.#blocks.end();
  }

  #endCode(): void {
    const text = this.#line.take();
    this.#preformatted = Math.max(0, this.#preformatted - 1);
    if (this.#lists.length > 0) this.#blocks.item(this.#lists.length - 1, this.#marker(), text);
    else this.#blocks.code(text);
    this.#endsInSpace = true;
  }

  #endBlock(): void {
    const heading = this.#heading;
    this.#heading = 0;
    this.#endsInSpace = true;
    if (this.#line.isEmpty) {
      // Spaces between blocks are nobody's text.
      this.#line.take();
      return;
    }
    const text = this.#line.take();
    if (heading > 0) this.#blocks.heading(heading, text);
    else if (this.#lists.length > 0) this.#blocks.item(this.#lists.length - 1, this.#marker(), text);
    else this.#blocks.paragraph(trimLines(text));
  }

  /** Further blocks of an item stand below it, as far in as its text. */
  #marker(): string {
    const list = this.#lists.at(-1);
    const marker = list?.isNumbered ? `${list.count}.` : "-";
    if (!this.#isNewItem) return " ".repeat(marker.length);
    this.#isNewItem = false;
    return marker;
  }
}
