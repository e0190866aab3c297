/** Text of HTML as Markdown: headings, lists, tables, links, code; read as events, however malformed it is. */
import { Parser } from "htmlparser2";
import { type Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { BLOCKS, STYLES, SKIPPED } from "./html-elements.ts";
import { Paragraph } from "./paragraph.ts";
import { scriptText } from "./tex.ts";
import { type TextOutput } from "./text-out.ts";
import { Unreadable } from "./unreadable.ts";

const HEADING = /^h[1-6]$/;

const MAX_DEPTH = 1_000;
const MAX_ELEMENTS = 2_000_000;
const STEP = 65_536;

/** The charset declared in a page's first 1,024 bytes (HTML, "4.2.5.4 Specifying the document's character encoding"). */
export function charsetOfPage(bytes: Uint8Array): string | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  return (
    /<meta\b[^>]{0,400}?charset\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(head)?.[1] ??
    /^<\?xml\b[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i.exec(head)?.[1] ??
    null
  );
}

/** Reads `texts` in sequence as one document. Throws Unreadable if it is nested too deeply. */
export function readHtml(
  texts: Iterable<string>,
  out: TextOutput,
  blocks: Blocks,
  { isOfArchive, changes }: { readonly isOfArchive: boolean; readonly changes: Changes },
): void {
  const reader = new HtmlReader(blocks, isOfArchive, changes);
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
  readonly #isOfArchive: boolean;
  readonly #changes: Changes;
  #script: { readonly position: "super" | "sub"; text: string } | null = null;
  #math: { tex: string; text: string; isTex: boolean; isNote: boolean } | null = null;
  #depth = 0;
  #skipping = 0;
  #preformatted = 0;
  #heading = 0;
  #span = 1;
  #isNewItem = false;
  #endsInSpace = true;

  constructor(blocks: Blocks, isOfArchive: boolean, changes: Changes) {
    this.#blocks = blocks;
    this.#isOfArchive = isOfArchive;
    this.#changes = changes;
    this.#line = new Paragraph(blocks, isOfArchive);
  }

  text(text: string): void {
    if (this.#skipping > 0) return;
    if (this.#math !== null) {
      if (this.#math.isTex) this.#math.tex += text;
      else if (!this.#math.isNote) this.#math.text += text;
      return;
    }
    if (this.#preformatted > 0) {
      this.#line.add(text);
      return;
    }
    if (this.#script !== null) {
      this.#script.text += text;
      return;
    }
    const collapsed = text.replace(/[ \t\r\n\f]+/g, " ");
    this.#line.add(this.#endsInSpace && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed);
    if (collapsed !== "") this.#endsInSpace = collapsed.endsWith(" ");
  }

  enter(name: string, attributes: Readonly<Record<string, string>>): void {
    this.elements++;
    if (++this.#depth > MAX_DEPTH) throw new Unreadable("The page is nested too deeply.");
    const skipped = SKIPPED.get(name);
    if (skipped && this.#skipping === 0) this.#changes.note(skipped);
    if (skipped !== undefined) this.#skipping++;
    if (this.#skipping > 0) return;
    if (this.#math !== null) {
      if (name === "annotation" || name === "annotation-xml") {
        this.#math.isTex = attributes["encoding"] === "application/x-tex";
        this.#math.isNote = true;
      }
      return;
    }
    if (STYLES.has(name)) this.#changes.note("styles");
    // Other elements inside raised text, such as a footnote link, take precedence over it.
    else if (name !== "sup" && name !== "sub") this.#endScript(false);
    if (BLOCKS.has(name)) this.#endBlock();
    else if (HEADING.test(name)) {
      this.#endBlock();
      this.#heading = Number(name[1]);
    } else if (!this.#enterMarked(name, attributes)) this.#enterOther(name, attributes);
  }

  /** Handles elements that Markdown cannot express. Returns false if the element is not one of them. */
  #enterMarked(name: string, attributes: Readonly<Record<string, string>>): boolean {
    switch (name) {
      case "sup":
      case "sub":
        this.#endScript(false);
        this.#script = { position: name === "sup" ? "super" : "sub", text: "" };
        return true;
      case "math":
        this.#math = { tex: "", text: "", isTex: false, isNote: false };
        return true;
      case "embed":
        this.#changes.note("objects");
        return true;
      case "input":
        if (attributes["type"] !== "hidden") this.#changes.note("controls");
        return true;
      default:
        return false;
    }
  }

  #enterOther(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case "br":
        this.#line.add("\n");
        this.#endsInSpace = true;
        break;
      case "a":
        if (attributes["href"]?.startsWith("#")) this.#changes.note("innerLinks");
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
        if (/^[ai]$/i.test(attributes["type"] ?? "")) this.#changes.note("numbering");
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
        if (Number(attributes["colspan"] ?? 1) > 1 || Number(attributes["rowspan"] ?? 1) > 1)
          this.#changes.note("mergedCells");
        this.#span = Number.parseInt(attributes.colspan ?? "1", 10);
        this.#blocks.openCell();
        break;
      case "img":
        if (!this.#isOfArchive) this.#changes.note("pictures");
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
    if (this.#math !== null) {
      this.#leaveMath(name);
      return;
    }
    if (name === "sup" || name === "sub") this.#endScript(true);
    else if (BLOCKS.has(name) || HEADING.test(name)) this.#endBlock();
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

  #endScript(isComplete: boolean): void {
    const script = this.#script;
    this.#script = null;
    if (script === null) return;
    const text = script.text.replace(/\s+/g, " ");
    const written = isComplete ? scriptText(text, script.position) : text;
    if (isComplete && text.trim() !== "") this.#changes.note(written === null ? "styles" : "scripts");
    this.#line.add(written ?? text);
    if (text !== "") this.#endsInSpace = text.endsWith(" ");
  }

  /** A formula keeps its original TeX, if any; otherwise its characters stay. */
  #leaveMath(name: string): void {
    const math = this.#math;
    if (math === null) return;
    if (name === "annotation" || name === "annotation-xml") Object.assign(math, { isTex: false, isNote: false });
    if (name !== "math") return;
    this.#math = null;
    const tex = math.tex.replace(/\s+/g, " ").trim();
    this.#changes.note(tex === "" ? "formulaParts" : "formulas");
    this.#line.add(tex === "" ? math.text.replace(/\s+/g, " ") : `$${tex}$`);
    this.#endsInSpace = false;
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
    this.#endScript(false);
    const heading = this.#heading;
    this.#heading = 0;
    this.#endsInSpace = true;
    if (this.#line.isEmpty) {
      // Whitespace between blocks is not content.
      this.#line.take();
      return;
    }
    const text = this.#line.take();
    if (heading > 0) this.#blocks.heading(heading, text);
    else if (this.#lists.length > 0) this.#blocks.item(this.#lists.length - 1, this.#marker(), text);
    else this.#blocks.paragraph(trimLines(text));
  }

  /** Further blocks of an item are placed below it, indented like its text. */
  #marker(): string {
    const list = this.#lists.at(-1);
    const marker = list?.isNumbered ? `${list.count}.` : "-";
    if (!this.#isNewItem) return " ".repeat(marker.length);
    this.#isNewItem = false;
    return marker;
  }
}
