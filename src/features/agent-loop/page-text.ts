/** Finds quoted words in a page, although a quotation leaves out markup and differs in spaces, dashes and quotation marks. */

/** The lines that an answer has read; those that it has not read are empty. */
export type ReadPage = { readonly revision: number; readonly lines: readonly string[] };

export type LineRange = { readonly from: number; readonly to: number };

/** In characters that are compared. Fewer prove nothing. */
const MIN_QUOTE = 2;
const MAX_QUOTE = 2_000;

export class PageText {
  readonly revision: number;
  readonly #count: number;
  /** A quotation either contains the marks before headings, quotes and list items or does not. */
  readonly #forms: readonly { readonly lines: Lines; readonly normalize: (quote: string) => string }[];

  constructor({ revision, lines }: ReadPage) {
    this.revision = revision;
    this.#count = lines.length;
    this.#forms = [comparable, withoutMark].map((normalizeLine) => {
      const normalize = (text: string): string => text.split("\n").map(normalizeLine).join("");
      return { lines: new Lines(lines, normalizeLine), normalize };
    });
  }

  /** The lines that contain the quotation: the named ones if they do, else others; null if none do. */
  locate(quote: string, named: LineRange): LineRange | null {
    if (quote.length > MAX_QUOTE) return null;
    const from = Math.max(1, named.from);
    const to = Math.min(this.#count, named.to);
    const forms = this.#forms
      .map(({ lines, normalize }) => ({ lines, words: normalize(quote) }))
      .filter(({ words }) => words.length >= MIN_QUOTE);
    if (forms.some(({ lines, words }) => lines.join(from, to).includes(words))) return { from, to };
    for (const { lines, words } of forms) {
      const found = lines.find(words, from);
      if (found !== null) return found;
    }
    return null;
  }
}

/** Normalizes each line once, and only if it is needed. */
class Lines {
  readonly #source: readonly string[];
  readonly #normalize: (line: string) => string;
  readonly #known = new Map<number, string>();
  #whole: { readonly text: string; readonly starts: readonly number[] } | null = null;

  constructor(source: readonly string[], normalize: (line: string) => string) {
    this.#source = source;
    this.#normalize = normalize;
  }

  #line(number: number): string {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const line = this.#normalize(this.#source[number - 1] ?? "");
    this.#known.set(number, line);
    return line;
  }

  join(from: number, to: number): string {
    let text = "";
    for (let number = from; number <= to; number += 1) text += this.#line(number);
    return text;
  }

  /** The lines of the first occurrence at or after a line, or else before it. */
  find(words: string, near: number): LineRange | null {
    const { text, starts } = (this.#whole ??= this.#joinAll());
    const after = text.indexOf(words, starts[near - 1] ?? text.length);
    const at = after === -1 ? text.indexOf(words) : after;
    return at === -1 ? null : { from: lineAt(starts, at), to: lineAt(starts, at + words.length - 1) };
  }

  #joinAll(): { readonly text: string; readonly starts: readonly number[] } {
    let text = "";
    const starts = this.#source.map((_, index) => {
      const start = text.length;
      text += this.#line(index + 1);
      return start;
    });
    return { text, starts };
  }
}

/** The last line that starts at or before an offset, from 1. Empty lines start where the next one does. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The marks of quotes, headings, list items and tasks. */
const LEADING = /^[\s>]*(?:#{1,6}\s|(?:[-*+]|\d{1,9}[.)])\s(?:\s*\[[ xX]\]\s)?)?/;

const withoutMark = (line: string): string => comparable(line.replace(LEADING, ""));

/** The target of a link or image, with parentheses one level deep, and a reference to a footnote. */
const TARGETS = /\]\((?:[^()\n]|\([^()\n]*\))*\)|\[\^[^\]\s]{1,50}\]/g;
/** Spaces do not count, because Chinese has none where lines meet; neither do invisible characters. */
const IGNORED = /<\/?(?:br|[bius]|em|strong|su[bp]|mark|kbd)\s*\/?>|!(?=\[)|~~|==|[*_`[\]\\|]|[\s\p{Cf}]/giu;
/** All kinds are the same, because a title in quotation marks cannot contain those. */
const QUOTES = /["'´‘’‚‛“”„‟«»‹›′″「」『』〝〞＂＇]/g;
const DASHES = /[-‐‑‒–—―−﹘﹣－]+/g;

const comparable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(TARGETS, "")
    .replace(IGNORED, "")
    .replace(QUOTES, "'")
    .replace(DASHES, "-")
    .replaceAll("…", "...");
