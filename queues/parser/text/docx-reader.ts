/** Reads a part of a WordprocessingML document (ECMA-376 part 1 §17) that has paragraphs: the body, or all footnotes. */
import { Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { CHANGED, CONTROLS, PROPERTIES, SKIPPED } from "./docx-elements.ts";
import { Fields } from "./docx-fields.ts";
import { type DocxComments } from "./docx-comments.ts";
import { Graphics } from "./docx-graphics.ts";
import { CommentMarks } from "./docx-marks.ts";
import { type ListMarkers } from "./docx-numbering.ts";
import { type OpenParagraph, enterProperties, levelOf, listOf } from "./docx-paragraph.ts";
import { Runs } from "./docx-runs.ts";
import { type Styles } from "./docx-styles.ts";
import { Tables } from "./docx-tables.ts";
import { FormulaReader } from "./omml.ts";
import { type Package } from "./package.ts";
import { Paragraph } from "./paragraph.ts";
import { type Relation, externalTarget } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml } from "./xml.ts";

export type Document = {
  readonly pack: Package;
  readonly out: TextOutput;
  readonly styles: Styles;
  readonly markers: ListMarkers;
  readonly changes: Changes;
  readonly comments: DocxComments;
};

type Notes = { readonly kind: "footnote" | "endnote"; readonly wanted: ReadonlySet<string> };

export class DocxReader {
  readonly notes = { footnote: new Set<string>(), endnote: new Set<string>() };
  paragraphCount = 0;
  readonly #document: Document;
  readonly #blocks: Blocks;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #of: Notes | null;
  readonly #tables: Tables;
  readonly #runs: Runs;
  readonly #fields: Fields;
  readonly #graphics: Graphics;
  readonly #marks: CommentMarks;
  readonly #formula = new FormulaReader();
  readonly #path: string[] = [];
  /** Text boxes contain paragraphs inside a paragraph. */
  readonly #open: OpenParagraph[] = [];
  #reading = "";
  #isDisplay = false;
  #endedInFormula = false;
  #note: { readonly id: string; label: string } | null = null;

  constructor(document: Document, relations: ReadonlyMap<string, Relation>, of: Notes | null = null) {
    const { out, styles, changes, comments } = document;
    this.#document = document;
    this.#blocks = new Blocks(out, changes);
    this.#relations = relations;
    this.#of = of;
    this.#tables = new Tables(this.#blocks, changes);
    this.#runs = new Runs(styles, changes);
    this.#fields = new Fields(changes);
    this.#graphics = new Graphics(changes);
    this.#marks = new CommentMarks(this.#blocks, comments, changes);
  }

  read(part: string): void {
    const { pack, changes } = this.#document;
    readXml(pack.pieces(part), {
      skip: SKIPPED,
      skipped: (name) => this.#noteChange(name),
      isDone: () => this.#blocks.isFull,
      open: (name, attributes) => this.#enter(name, attributes),
      close: (name) => this.#leave(name),
      text: (text) => this.#text(text),
    });
    while (this.#open.length > 0) this.#endParagraph();
    this.#marks.close();
    this.#blocks.end();
    changes.note("formulaParts", this.#formula.losses);
  }

  #noteChange(name: string): void {
    if (CHANGED.has(name) && !PROPERTIES.has(this.#path.at(-1) ?? "")) this.#document.changes.note("trackedChanges");
  }

  #text(text: string): void {
    const name = this.#path.at(-1);
    if (this.#formula.isOpen) this.#formula.text(text);
    else if (name === "instrText") this.#fields.instruct(text);
    else if (name === "t") this.#add(this.#runs.textOf(text));
  }

  #add(text: string): void {
    if (this.#fields.isCode || text === "") return;
    if (this.#path.includes("rt")) {
      this.#reading += text;
      return;
    }
    // Markdown does not recognize a formula whose closing dollar is followed by a digit.
    const gap = this.#endedInFormula && /^\d/.test(text) ? " " : "";
    this.#endedInFormula = false;
    this.#open.at(-1)?.text.add(gap + text);
  }

  #enter(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1) ?? "";
    this.#path.push(name);
    const isMark = this.#marks.enter(name, attributes, this.#open.at(-1)?.text, this.#formula.isOpen);
    if (this.#formula.isOpen || (name === "oMath" && this.#open.length > 0)) {
      if (!this.#formula.isOpen) this.#isDisplay = parent === "oMathPara";
      this.#formula.enter(name, attributes);
      return;
    }
    if (isMark) return;
    this.#noteChange(CHANGED.has(name) && !PROPERTIES.has(parent) ? name : "");
    this.#graphics.enter(name, attributes, parent);
    if (parent === "rPr") {
      if (this.#path.at(-3) === "r") this.#runs.property(name, attributes);
    } else if (parent === "sdtPr") {
      if (CONTROLS.has(name)) this.#document.changes.note("controls");
    } else if (name === "altChunk") this.#document.changes.note("objects");
    else if (!this.#tables.enter(name, attributes)) this.#enterBlock(name, attributes);
  }

  #enterBlock(name: string, attributes: Attributes): void {
    switch (name) {
      case "p":
        this.#open.push({ text: new Paragraph(this.#blocks), style: "", outline: null, list: null, depth: 0 });
        break;
      case "footnote":
      case "endnote":
        this.#openNote(attribute(attributes, "id") ?? "", attribute(attributes, "type"));
        break;
      default: {
        const open = this.#open.at(-1);
        if (open && !enterProperties(name, attributes, open)) this.#enterParagraph(name, attributes, open);
      }
    }
  }

  #enterParagraph(name: string, attributes: Attributes, open: OpenParagraph): void {
    switch (name) {
      case "r":
        this.#runs.begin(open.style);
        break;
      case "tab":
      case "ptab":
        // Tab stops in a paragraph's properties have the same element name, but have a position.
        if (attribute(attributes, "pos") === undefined) this.#add(this.#runs.textOf("\t"));
        break;
      case "br":
      case "cr":
        if (attribute(attributes, "type") === "page") this.#document.changes.note("pageBreaks");
        if (!this.#runs.isHidden) this.#add("\n");
        break;
      case "noBreakHyphen":
        this.#add(this.#runs.textOf("\u2011"));
        break;
      case "sym":
        this.#add(this.#runs.symbol(attributes));
        break;
      case "hyperlink":
        this.#openLink(attributes, open);
        break;
      case "fldChar":
        this.#fields.mark(attribute(attributes, "fldCharType"), open.text);
        break;
      case "fldSimple":
        this.#fields.openSimple(attribute(attributes, "instr") ?? "", open.text);
        break;
      case "footnoteReference":
        this.#refer("footnote", attribute(attributes, "id"));
        break;
      case "endnoteReference":
        this.#refer("endnote", attribute(attributes, "id"));
        break;
    }
  }

  #openLink(attributes: Attributes, open: OpenParagraph): void {
    const target = externalTarget(this.#relations, attribute(attributes, "id"));
    const anchor = attribute(attributes, "anchor") ?? "";
    if (target === undefined && anchor !== "") this.#document.changes.note("innerLinks");
    open.text.openLink(target !== undefined && anchor !== "" && !target.includes("#") ? `${target}#${anchor}` : target);
  }

  #leave(name: string): void {
    this.#path.pop();
    if (this.#formula.isOpen) {
      const tex = this.#formula.leave();
      if (tex !== null && tex !== "") this.#addFormula(tex);
      if (tex !== null) this.#marks.formulaAdded(this.#open.at(-1)?.text);
      return;
    }
    this.#tables.leave(name);
    const open = this.#open.at(-1);
    const alt = this.#graphics.leave(name);
    if (alt !== "") this.#add(alt);
    switch (name) {
      case "p":
        this.#endParagraph();
        break;
      case "r":
        this.#runs.end();
        break;
      case "hyperlink":
      case "fldSimple":
        open?.text.closeLink();
        break;
      case "ruby":
        this.#endRuby();
        break;
      case "footnote":
      case "endnote":
        this.#note = null;
        break;
    }
  }

  #endRuby(): void {
    const reading = this.#reading;
    this.#reading = "";
    if (reading.trim() === "") return;
    this.#document.changes.note("ruby");
    this.#add(`(${reading})`);
  }

  /** A formula in its own paragraph becomes a block, where that is possible. */
  #addFormula(tex: string): void {
    const open = this.#open.at(-1);
    if (!open || this.#fields.isCode) return;
    this.#document.changes.note("formulas");
    const isBlock =
      this.#isDisplay &&
      this.#of === null &&
      !this.#blocks.isInTable &&
      listOf(open, this.#document.styles) === null &&
      levelOf(open, this.#document.styles) === 9;
    if (!isBlock) {
      open.text.add(`$${tex}$`);
      this.#endedInFormula = true;
      return;
    }
    if (open.text.isEmpty) this.#marks.takeFrom(open.text);
    else this.#blocks.paragraph(this.#marks.settle(open.text.take()));
    this.#blocks.paragraph(this.#marks.settle(`$$\n${tex}\n$$`));
    this.paragraphCount++;
  }

  #endParagraph(): void {
    const open = this.#open.pop();
    this.#runs.endParagraph();
    this.#endedInFormula = false;
    if (!open) return;
    if (open.text.isEmpty) {
      this.#marks.takeFrom(open.text);
      return;
    }
    this.paragraphCount++;
    const text = this.#marks.settle(open.text.take());
    if (this.#of !== null) {
      this.#addToNote(text);
      return;
    }
    const level = levelOf(open, this.#document.styles);
    const list = listOf(open, this.#document.styles);
    const depth = Math.max(0, Math.min(8, open.depth));
    const marker = list === null ? null : this.#document.markers.next(list, depth);
    if (level < 9) {
      if (marker !== null && marker.text !== "-") this.#document.changes.note("headingNumbers");
      this.#blocks.heading(level + 1, text);
    } else if (marker === null) this.#blocks.paragraph(text);
    else {
      if (!marker.isExact) this.#document.changes.note("numbering");
      this.#blocks.item(depth, marker.text, text);
    }
  }

  #refer(kind: "footnote" | "endnote", id: string | undefined): void {
    if (id === undefined) return;
    this.notes[kind].add(id);
    this.#add(labelOf(kind, id));
  }

  #openNote(id: string, type: string | undefined): void {
    const of = this.#of;
    // Separators are notes with a type, and nothing refers to them.
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
