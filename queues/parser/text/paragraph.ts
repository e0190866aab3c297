/** A paragraph that is being read: pieces of text, with links around some of them. */
import { type Blocks } from "./blocks.ts";
import { link, picture } from "./links.ts";

type OpenLink = { readonly from: number; target: string | undefined };

/** Holds no more text than its blocks have room for. */
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
    // One code unit more than there is room for tells the output that something was left out.
    const room = this.#blocks.room + 1 - this.#length;
    if (room <= 0 || text === "") return;
    this.#pieces.push(text.length > room ? text.slice(0, room) : text);
    this.#length += text.length;
  }

  /** A picture that is a link stands for itself: mostly it leads to itself in full size. */
  picture(alt: string, source: string | undefined): void {
    const written = picture(alt, source, this.#isOfArchive);
    if (written !== alt) while (this.#links.length > 0) this.closeLink();
    this.add(written);
  }

  openLink(target: string | undefined): void {
    this.#links.push({ from: this.#pieces.length, target });
  }

  /** Gives the open link its target, where that is known only inside it. */
  aimLink(target: string | undefined): void {
    const open = this.#links.at(-1);
    if (open) open.target = target;
  }

  closeLink(): void {
    const open = this.#links.pop();
    if (!open) return;
    const inside = this.#pieces.splice(open.from).join("");
    // An outer link would hold this one, which Markdown does not know.
    this.#pieces.push(this.#links.length > 0 ? inside : link(inside, open.target, this.#isOfArchive));
  }

  get isEmpty(): boolean {
    return this.#pieces.every((piece) => piece.trim() === "");
  }

  /** The text, after which the paragraph is empty. */
  take(): string {
    while (this.#links.length > 0) this.closeLink();
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}
