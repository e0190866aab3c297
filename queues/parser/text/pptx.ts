/** Text of PresentationML slides (ECMA-376 part 1 §19) as Markdown, slide by slide, with the speaker's notes. */
import { Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { FormulaReader } from "./omml.ts";
import { type Package } from "./package.ts";
import { Paragraph } from "./paragraph.ts";
import { type Relation, externalTarget, readRelations, relatedPart } from "./relations.ts";
import { scriptText } from "./tex.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml } from "./xml.ts";

const MAX_SLIDES = 2_000;
const SKIPPED = new Set(["Fallback", "extLst"]);
/** Placeholders on every slide: slide number, date, header and footer, and the slide's picture on a notes page. */
const DECORATIVE_PLACEHOLDERS = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

export function readPptx(pack: Package, main: string, out: TextOutput, changes: Changes): { slideCount: number } {
  const relations = readRelations(pack, main);
  const blocks = new Blocks(out, changes);
  const parts = readOrder(pack, main, relations);
  for (const [at, part] of parts.entries()) {
    const number = at + 1;
    if (out.truncated) break;
    const ofSlide = readRelations(pack, part);
    const slide = readSlide(pack, part, blocks, { relations: ofSlide, changes });
    noteRelations(ofSlide, changes);
    blocks.heading(2, slide.title.join(" ") || `Slide ${number}`);
    writeSlide(slide, out);
    const notes = relatedPart(pack, ofSlide, "notesSlide");
    if (notes === null || out.truncated) continue;
    const spoken = readSlide(pack, notes, blocks, { relations: readRelations(pack, notes), changes });
    if (spoken.body.length > 0) blocks.paragraph("Notes:");
    writeSlide(spoken, out);
  }
  return { slideCount: parts.length };
}

function writeSlide({ body, isWhole: isComplete }: Slide, out: TextOutput): void {
  for (const step of body) step();
  if (!isComplete) out.truncate();
}

/** The slides' parts in presentation order, without duplicates. */
function readOrder(pack: Package, main: string, relations: ReadonlyMap<string, Relation>): readonly string[] {
  const parts = new Set<string>();
  readXml(pack.pieces(main), {
    open(name, attributes) {
      if (name !== "sldId" || parts.size >= MAX_SLIDES) return;
      const relation = relations.get(attribute(attributes, "id") ?? "");
      const part = relation?.type === "slide" ? pack.find(relation.target) : null;
      if (part !== null) parts.add(part);
    },
  });
  return [...parts];
}

/** Cost of a buffered step, in characters of text. */
const STEP_SIZE = 40;

type Slide = { readonly title: readonly string[]; readonly body: readonly (() => void)[]; readonly isWhole: boolean };

type About = { readonly relations: ReadonlyMap<string, Relation>; readonly changes: Changes };

/** Counts comments and media of a slide: they are separate parts of the package, which the reader skips. */
function noteRelations(relations: ReadonlyMap<string, Relation>, changes: Changes): void {
  for (const { type } of relations.values()) {
    if (type === "comments") changes.note("comments");
    else if (type === "video" || type === "audio") changes.note("media");
  }
}

/** Buffered until it is known whether the slide has a title, which may be anywhere in it. */
function readSlide(pack: Package, part: string, blocks: Blocks, about: About): Slide {
  const reader = new SlideReader(blocks, about);
  readXml(pack.pieces(part), {
    skip: SKIPPED,
    isDone: () => reader.isFull,
    open: (name, attributes) => reader.enter(name, attributes),
    close: (name) => reader.leave(name),
    text: (text) => reader.text(text),
  });
  return { title: reader.title, body: reader.body, isWhole: !reader.isFull };
}

class SlideReader {
  readonly title: string[] = [];
  readonly body: (() => void)[] = [];
  readonly #blocks: Blocks;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #changes: Changes;
  readonly #formula = new FormulaReader();
  readonly #numbers: number[] = [];
  #placeholder: string | null = null;
  #number: { readonly start: number } | null = null;
  #baseline = 0;
  #isStyled = false;
  #paragraph: Paragraph | null = null;
  #level = 0;
  #isItem = false;
  #inText = false;
  #size = 0;

  constructor(blocks: Blocks, { relations, changes }: About) {
    this.#blocks = blocks;
    this.#changes = changes;
    this.#relations = relations;
  }

  get isFull(): boolean {
    return this.#size > this.#blocks.room;
  }

  text(text: string): void {
    if (this.#formula.isOpen) this.#formula.text(text);
    else if (this.#inText) this.#paragraph?.add(this.#scripted(text));
  }

  #scripted(text: string): string {
    if (this.#isStyled && text.trim() !== "") this.#changes.note("styles");
    if (this.#baseline === 0 || text.trim() === "") return text;
    const written = scriptText(text, this.#baseline > 0 ? "super" : "sub");
    this.#changes.note(written === null ? "styles" : "scripts");
    return written ?? text;
  }

  enter(name: string, attributes: Attributes): void {
    if (this.#formula.isOpen || (name === "oMath" && this.#paragraph !== null)) this.#formula.enter(name, attributes);
    else if (!this.#enterOther(name, attributes)) this.#enterText(name, attributes);
  }

  /** Handles elements other than text. Returns false if the element is not one of them. */
  #enterOther(name: string, attributes: Attributes): boolean {
    switch (name) {
      case "sld":
        if (/^(?:0|false)$/.test(attributes["show"] ?? "")) this.#changes.note("hiddenParts");
        return true;
      case "pic":
        this.#changes.note("pictures");
        return true;
      case "chart":
        this.#changes.note("charts");
        return true;
      case "relIds":
        this.#changes.note("diagrams");
        return true;
      case "oleObj":
        this.#changes.note("objects");
        return true;
      case "rPr":
        this.#baseline = Number.parseInt(attributes["baseline"] ?? "0", 10) || 0;
        this.#isStyled =
          ["b", "i", "strike"].some((look) => /^(?:1|true|sngStrike|dblStrike)$/.test(attributes[look] ?? "")) ||
          attributes["u"] === "sng";
        return true;
      default:
        return false;
    }
  }

  #enterText(name: string, attributes: Attributes): void {
    switch (name) {
      case "sp":
      case "graphicFrame":
        this.#placeholder = null;
        break;
      case "ph":
        this.#placeholder = attributes.type ?? "body";
        break;
      case "p":
        this.#paragraph = new Paragraph(this.#blocks);
        this.#level = 0;
        this.#number = null;
        this.#isItem = this.#placeholder === "body" || this.#placeholder === "obj";
        break;
      case "pPr":
        this.#level = Math.max(0, Math.min(8, Number.parseInt(attributes.lvl ?? "0", 10) || 0));
        break;
      case "buNone":
        this.#isItem = false;
        break;
      case "buChar":
        this.#isItem = true;
        break;
      case "buAutoNum":
        this.#isItem = true;
        this.#number = { start: Math.max(1, Math.min(32_767, Number.parseInt(attributes["startAt"] ?? "1", 10) || 1)) };
        if (!(attributes["type"] ?? "arabic").startsWith("arabic")) this.#changes.note("numbering");
        break;
      case "t":
        this.#inText = true;
        break;
      case "br":
        this.#paragraph?.add("\n");
        break;
      case "r":
      case "fld":
        [this.#baseline, this.#isStyled] = [0, false];
        this.#paragraph?.openLink(undefined);
        break;
      case "hlinkClick":
        this.#paragraph?.aimLink(externalTarget(this.#relations, attribute(attributes, "id")));
        break;
      case "tbl":
        this.#placeholder = null;
        this.#put(() => this.#blocks.openTable());
        break;
      case "tr":
        this.#put(() => this.#blocks.openRow());
        break;
      case "tc":
        if (["gridSpan", "rowSpan"].some((span) => Number(attributes[span] ?? 1) > 1))
          this.#changes.note("mergedCells");
        this.#put(() => this.#blocks.openCell());
        break;
    }
  }

  leave(name: string): void {
    if (this.#formula.isOpen) {
      const tex = this.#formula.leave();
      if (tex !== null && tex !== "") this.#addFormula(tex);
      return;
    }
    switch (name) {
      case "t":
        this.#inText = false;
        break;
      case "r":
      case "fld":
        this.#paragraph?.closeLink();
        break;
      case "p":
        this.#endParagraph();
        break;
      case "tbl":
        this.#put(() => this.#blocks.closeTable());
        break;
      case "sp":
        this.#placeholder = null;
        break;
    }
  }

  #addFormula(tex: string): void {
    this.#changes.note("formulas");
    this.#changes.note("formulaParts", this.#formula.losses);
    this.#formula.losses = 0;
    this.#paragraph?.add(`$${tex}$`);
  }

  /** The list marker of the current item: numbers continue while items of the same level follow each other. */
  #marker(level: number): string {
    const number = this.#number === null ? 0 : (this.#numbers[level] ?? this.#number.start - 1) + 1;
    this.#numbers.length = level + 1;
    if (number === 0) this.#numbers.length = level;
    else this.#numbers[level] = number;
    return number === 0 ? "-" : `${number}.`;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = null;
    if (!paragraph || paragraph.isEmpty) return;
    const text = paragraph.take();
    const level = this.#level;
    this.#size += text.length + 1;
    if (this.#placeholder !== null && DECORATIVE_PLACEHOLDERS.has(this.#placeholder)) return;
    if (this.#placeholder === "title" || this.#placeholder === "ctrTitle") this.title.push(text);
    else if (this.#isItem) {
      const marker = this.#marker(level);
      this.body.push(() => this.#blocks.item(level, marker, text));
    } else {
      this.#numbers.length = 0;
      this.body.push(() => this.#blocks.paragraph(text));
    }
  }

  #put(write: () => void): void {
    this.#size += STEP_SIZE;
    this.body.push(write);
  }
}
