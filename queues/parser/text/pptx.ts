/** Text of PresentationML slides (ECMA-376 part 1 §19) as Markdown, slide by slide, with the speaker's notes. */
import { Blocks } from "./blocks.ts";
import { type Package } from "./package.ts";
import { Paragraph } from "./paragraph.ts";
import { type Relation, externalTarget, readRelations, relatedPart } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { type Attributes, attribute, readXml } from "./xml.ts";

const MAX_SLIDES = 2_000;
const SKIPPED = new Set(["Fallback", "extLst"]);
/** What masters put on every slide: its number, the date, header and footer, the slide's picture on a notes page. */
const DECORATIVE_PLACEHOLDERS = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

export function readPptx(pack: Package, main: string, out: TextOutput): { slideCount: number } {
  const relations = readRelations(pack, main);
  const blocks = new Blocks(out);
  const parts = readOrder(pack, main, relations);
  for (const [at, part] of parts.entries()) {
    const number = at + 1;
    if (out.truncated) break;
    const ofSlide = readRelations(pack, part);
    const slide = readSlide(pack, part, blocks, ofSlide);
    blocks.heading(2, slide.title.join(" ") || `Slide ${number}`);
    writeSlide(slide, out);
    const notes = relatedPart(pack, ofSlide, "notesSlide");
    if (notes === null || out.truncated) continue;
    const spoken = readSlide(pack, notes, blocks, readRelations(pack, notes));
    if (spoken.body.length > 0) blocks.paragraph("Notes:");
    writeSlide(spoken, out);
  }
  return { slideCount: parts.length };
}

function writeSlide({ body, isWhole }: Slide, out: TextOutput): void {
  for (const step of body) step();
  if (!isWhole) out.truncate();
}

/** The slides' parts in the order in which they are shown, each once. */
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

/** What a step that is kept takes, measured in text. */
const STEP_SIZE = 40;

type Slide = { readonly title: readonly string[]; readonly body: readonly (() => void)[]; readonly isWhole: boolean };

/** Kept until it is known whether the slide has a title, which may stand anywhere in it. */
function readSlide(pack: Package, part: string, blocks: Blocks, relations: ReadonlyMap<string, Relation>): Slide {
  const reader = new SlideReader(blocks, relations);
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
  #placeholder: string | null = null;
  #paragraph: Paragraph | null = null;
  #level = 0;
  #isItem = false;
  #inText = false;
  #size = 0;

  constructor(blocks: Blocks, relations: ReadonlyMap<string, Relation>) {
    this.#blocks = blocks;
    this.#relations = relations;
  }

  get isFull(): boolean {
    return this.#size > this.#blocks.room;
  }

  text(text: string): void {
    if (this.#inText) this.#paragraph?.add(text);
  }

  enter(name: string, attributes: Attributes): void {
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
        this.#isItem = this.#placeholder === "body" || this.#placeholder === "obj";
        break;
      case "pPr":
        this.#level = Math.max(0, Math.min(8, Number.parseInt(attributes.lvl ?? "0", 10) || 0));
        break;
      case "buNone":
        this.#isItem = false;
        break;
      case "buChar":
      case "buAutoNum":
        this.#isItem = true;
        break;
      case "t":
        this.#inText = true;
        break;
      case "br":
        this.#paragraph?.add("\n");
        break;
      case "r":
      case "fld":
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
        this.#put(() => this.#blocks.openCell());
        break;
    }
  }

  leave(name: string): void {
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

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = null;
    if (!paragraph || paragraph.isEmpty) return;
    const text = paragraph.take();
    const level = this.#level;
    this.#size += text.length + 1;
    if (this.#placeholder !== null && DECORATIVE_PLACEHOLDERS.has(this.#placeholder)) return;
    if (this.#placeholder === "title" || this.#placeholder === "ctrTitle") this.title.push(text);
    else if (this.#isItem) this.body.push(() => this.#blocks.item(level, "-", text));
    else this.body.push(() => this.#blocks.paragraph(text));
  }

  #put(write: () => void): void {
    this.#size += STEP_SIZE;
    this.body.push(write);
  }
}
