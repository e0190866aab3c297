/** DOCUMENT: Markdown (CommonMark with GFM). Its model is the text and what it is divided into. */
import { makeFormat } from "./format.ts";
import { leavesOf } from "./markdown/blocks.ts";
import { plainText } from "./markdown/inline.ts";

export type Heading = {
  /** 1 to 6. */
  readonly level: number;
  /** Without markup. */
  readonly text: string;
  /** For the fragment of an address; unique within the page. */
  readonly slug: string;
  /** 1-based. */
  readonly line: number;
};

export type Document = { readonly text: string; readonly outline: readonly Heading[] };

export const DOCUMENT = makeFormat<Document>({
  keepsBreaks: true,
  parse: (text) => ({ text, outline: outlineOf(text) }),
  print: ({ text }) => text,
});

/** All headings that are not in code, in order. */
export function outlineOf(text: string): Heading[] {
  if (!/#|^[ \t>]*[=-]/m.test(text)) return [];
  const slugs = new Slugs();
  return leavesOf(text)
    .filter(({ kind }) => kind === "heading")
    .map(({ level, line, pieces }) => {
      const shown = plainText(pieces.map(({ start, end }) => text.slice(start, end)).join(" "));
      return { level, text: shown, slug: slugs.next(shown), line };
    });
}

/** Slugs as GitHub makes them: lower case, letters, digits, `-` and `_`; a repeated one gets `-1`, `-2`… */
class Slugs {
  readonly #next = new Map<string, number>();

  next(text: string): string {
    const base = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    let number = this.#next.get(base) ?? 0;
    let slug = number === 0 ? base : `${base}-${number}`;
    while (this.#next.has(slug)) slug = `${base}-${++number}`;
    this.#next.set(base, number + 1);
    if (slug !== base) this.#next.set(slug, 1);
    return slug;
  }
}
