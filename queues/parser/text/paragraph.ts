/** A paragraph while it is read: pieces of text, some of them inside links. */
import { type Blocks } from "./blocks.ts";
import { link, picture } from "./links.ts";
import { markOf, settleMarks, withoutMarks } from "./marks.ts";

type OpenLink = { readonly from: number; target: string | undefined };

/** Stores no more text than its blocks have room for. */
export class Paragraph {
  readonly #blocks: Blocks;
  readonly #isOfArchive: boolean;
  readonly #links: OpenLink[] = [];
  #pieces: string[] = [];
  #length = 0;

  constructor(blocks: Blocks, isOfArchive = false) {
    this.#blocks = blocks;
    this.#isOfArchive = isOfArchive;
  }

  add(text: string): void {
    // One code unit more than fits tells the output that something was left out.
    const room = this.#blocks.room + 1 - this.#length;
    if (room <= 0 || text === "") return;
    this.#pieces.push(text.length > room ? text.slice(0, room) : text);
    this.#length += text.length;
  }

  /** See marks.ts. */
  mark(value: number): void {
    this.#pieces.push(markOf(value));
  }

  /** A linked picture replaces its link, which usually points to the full-size picture. */
  picture(alt: string, source: string | undefined): void {
    const written = picture(alt, source, this.#isOfArchive);
    if (written !== alt) while (this.#links.length > 0) this.closeLink();
    this.add(written);
  }

  openLink(target: string | undefined): void {
    this.#links.push({ from: this.#pieces.length, target });
  }

  /** Sets the open link's target, if it is only known inside the link. */
  aimLink(target: string | undefined): void {
    const open = this.#links.at(-1);
    if (open) open.target = target;
  }

  closeLink(): void {
    const open = this.#links.pop();
    if (!open) return;
    const inside = this.#pieces.splice(open.from).join("");
    // Markdown does not support nested links.
    this.#pieces.push(this.#links.length > 0 ? inside : this.#linked(inside, open.target));
  }

  /** Marks at the ends of a label go around the whole link. */
  #linked(label: string, target: string | undefined): string {
    const plain = withoutMarks(label);
    const written = link(plain, target, this.#isOfArchive);
    if (written === plain || plain === label) return written === plain ? label : written;
    const { leading, text, trailing } = settleMarks(label);
    return leading.map(markOf).join("") + link(text, target, this.#isOfArchive) + trailing.map(markOf).join("");
  }

  get isEmpty(): boolean {
    return this.#pieces.every((piece) => withoutMarks(piece).trim() === "");
  }

  /** Returns the text and empties the paragraph. */
  take(): string {
    while (this.#links.length > 0) this.closeLink();
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}
