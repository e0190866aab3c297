/** Text of WordprocessingML (ECMA-376 part 1 §17) as Markdown: headings, lists, tables, links, footnotes. */
import { Blocks } from "./blocks.ts";
import { type ListMarkers, type Styles, readNumbering, readStyles } from "./docx-styles.ts";
import { type Package } from "./package.ts";
import { Paragraph } from "./paragraph.ts";
import { type Relation, externalTarget, readRelations, relatedPart } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml } from "./xml.ts";

/** Text that was deleted or moved away, codes of fields, a second rendering for older programs, ruby. */
const SKIPPED = new Set(["moveFrom", "delText", "instrText", "delInstrText", "Fallback", "rt", "pPrChange", "sectPr"]);

type Open = {
  readonly text: Paragraph;
  style: string;
  outline: number | null;
  list: string | null;
  depth: number;
};

export function readDocx(pack: Package, main: string, out: TextOutput): { paragraphCount: number } {
  const relations = readRelations(pack, main);
  const styles = readStyles(pack, relatedPart(pack, relations, "styles"));
  const markers = readNumbering(pack, relatedPart(pack, relations, "numbering"));
  const story = new DocxReader(out, styles, markers, relations);
  story.read(pack, main);
  for (const [type, kind] of [
    ["footnotes", "footnote"],
    ["endnotes", "endnote"],
  ] as const) {
    const part = relatedPart(pack, relations, type);
    if (part === null || story.notes[kind].size === 0 || out.truncated) continue;
    const notes = new DocxReader(out, styles, markers, readRelations(pack, part), { kind, wanted: story.notes[kind] });
    notes.read(pack, part);
  }
  return { paragraphCount: story.paragraphCount };
}

type Notes = { readonly kind: "footnote" | "endnote"; readonly wanted: ReadonlySet<string> };

/** One part with paragraphs: the body, or all footnotes. */
class DocxReader {
  readonly notes = { footnote: new Set<string>(), endnote: new Set<string>() };
  paragraphCount = 0;
  readonly #blocks: Blocks;
  readonly #styles: Styles;
  readonly #markers: ListMarkers;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #of: Notes | null;
  /** Text boxes hold paragraphs inside a paragraph. */
  readonly #open: Open[] = [];
  /** How many columns the cells take that are open. */
  readonly #spans: number[] = [];
  #inText = false;
  #note: { readonly id: string; label: string } | null = null;

  constructor(
    out: TextOutput,
    styles: Styles,
    markers: ListMarkers,
    relations: ReadonlyMap<string, Relation>,
    of: Notes | null = null,
  ) {
    this.#blocks = new Blocks(out);
    this.#styles = styles;
    this.#markers = markers;
    this.#relations = relations;
    this.#of = of;
  }

  read(pack: Package, part: string): void {
    readXml(pack.pieces(part), {
      skip: SKIPPED,
      isDone: () => this.#blocks.isFull,
      open: (name, attributes) => this.#enter(name, attributes),
      close: (name) => this.#leave(name),
      text: (text) => {
        if (this.#inText) this.#open.at(-1)?.text.add(text);
      },
    });
    while (this.#open.length > 0) this.#endParagraph();
    this.#blocks.end();
  }

  #enter(name: string, attributes: Attributes): void {
    switch (name) {
      case "p":
        this.#open.push({ text: new Paragraph(this.#blocks), style: "", outline: null, list: null, depth: 0 });
        break;
      case "t":
        this.#inText = true;
        break;
      case "tbl":
        this.#blocks.openTable();
        break;
      case "tr":
        this.#blocks.openRow();
        break;
      case "tc":
        this.#spans.push(1);
        this.#blocks.openCell();
        break;
      case "gridSpan":
        if (this.#spans.pop() !== undefined) this.#spans.push(Number.parseInt(attribute(attributes, "val") ?? "1", 10));
        break;
      case "footnote":
      case "endnote":
        this.#openNote(attribute(attributes, "id") ?? "", attribute(attributes, "type"));
        break;
      default:
        this.#enterParagraph(name, attributes, this.#open.at(-1));
    }
  }

  #enterParagraph(name: string, attributes: Attributes, open: Open | undefined): void {
    if (!open) return;
    const value = attribute(attributes, "val") ?? "";
    switch (name) {
      case "pStyle":
        open.style = value;
        break;
      case "outlineLvl":
        open.outline = Number.parseInt(value, 10);
        break;
      case "numId":
        open.list = value;
        break;
      case "ilvl":
        open.depth = Number.parseInt(value, 10) || 0;
        break;
      case "tab":
      case "ptab":
        // Tab stops of a paragraph's properties stand under the same name, and say where they are.
        if (attribute(attributes, "pos") === undefined) open.text.add("\t");
        break;
      case "br":
      case "cr":
        open.text.add("\n");
        break;
      case "noBreakHyphen":
        open.text.add("\u2011");
        break;
      case "hyperlink":
        open.text.openLink(externalTarget(this.#relations, attribute(attributes, "id")));
        break;
      case "footnoteReference":
        this.#refer("footnote", attribute(attributes, "id"), open);
        break;
      case "endnoteReference":
        this.#refer("endnote", attribute(attributes, "id"), open);
        break;
    }
  }

  #leave(name: string): void {
    switch (name) {
      case "p":
        this.#endParagraph();
        break;
      case "t":
        this.#inText = false;
        break;
      case "hyperlink":
        this.#open.at(-1)?.text.closeLink();
        break;
      case "tbl":
        this.#blocks.closeTable();
        break;
      case "tc":
        this.#blocks.spanCell(this.#spans.pop() ?? 1);
        break;
      case "footnote":
      case "endnote":
        this.#note = null;
        break;
    }
  }

  #endParagraph(): void {
    const open = this.#open.pop();
    if (!open || open.text.isEmpty) return;
    this.paragraphCount++;
    const text = open.text.take();
    if (this.#of !== null) {
      this.#addToNote(text);
      return;
    }
    const style = this.#styles.get(open.style);
    const level = open.outline ?? style?.outline ?? 9;
    const list = open.list ?? style?.list ?? null;
    if (level >= 0 && level < 9) this.#blocks.heading(level + 1, text);
    else if (list !== null && list !== "0") {
      const depth = Math.max(0, Math.min(8, open.depth));
      const marker = this.#markers.next(list, depth);
      if (marker === null) this.#blocks.paragraph(text);
      else this.#blocks.item(depth, marker, text);
    } else this.#blocks.paragraph(text);
  }

  #refer(kind: "footnote" | "endnote", id: string | undefined, open: Open): void {
    if (id === undefined) return;
    this.notes[kind].add(id);
    open.text.add(labelOf(kind, id));
  }

  #openNote(id: string, type: string | undefined): void {
    const of = this.#of;
    // Separators are notes of a type, and nothing refers to them.
    if (of === null || !of.wanted.has(id) || (type !== undefined && type !== "normal")) return;
    this.#note = { id, label: `${labelOf(of.kind, id)}: ` };
  }

  #addToNote(text: string): void {
    if (this.#note === null) return;
    this.#blocks.paragraph(this.#note.label + text.trim());
    this.#note.label = "    ";
  }
}

const labelOf = (kind: "footnote" | "endnote", id: string): string => `[^${kind === "endnote" ? "e" : ""}${id}]`;
