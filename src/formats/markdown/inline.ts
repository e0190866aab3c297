/** Finds mentions in inline Markdown, and the plain text of a heading (CommonMark §6), in linear time. */
import { TAG } from "./code.ts";

/** `start` is the `@`; the label is between `labelStart` and `labelEnd`. */
type InlineMention = {
  readonly kind: "user" | "page";
  readonly id: string;
  readonly start: number;
  readonly labelStart: number;
  readonly labelEnd: number;
  readonly end: number;
};

/**
 * Any other `[label](target)`: `start` is the bracket; the target with its parentheses runs from `labelEnd` + 1 to
 * `end`.
 */
type InlineLink = {
  readonly isImage: boolean;
  readonly start: number;
  readonly labelEnd: number;
  readonly end: number;
};

type Opener = { readonly at: number; readonly kind: "mention" | "image" | "link" };

const TARGET = /\((user|page):([0-9A-Za-z_-]{1,64})\)/y;
/** Any other inline link; its destination may contain parentheses one level deep. */
const LINK = /\((?:\s*(?:<[^<>\n]*>|(?!<)(?:[^\s()]|\([^\s()]*\))+)(?:\s+(?:"[^"]*"\s*)?)?|\s+"[^"]*"\s*|\s*)\)/y;
const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** Constructs that begin with `<` and have their own end mark. */
const RAW: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
];

/** `hidden` has code spans and HTML, in order: their content is not parsed as inline text. */
type Inline = {
  readonly mentions: readonly InlineMention[];
  readonly links: readonly InlineLink[];
  readonly hidden: readonly { readonly start: number; readonly end: number }[];
};

/** Finds `@[label](user:id)` and `@[label](page:id)` outside code spans, HTML, and the labels of other links. */
export function scanInline(text: string): Inline {
  return new InlineScan(text).run();
}

class InlineScan {
  readonly #text: string;
  readonly #mentions: InlineMention[] = [];
  readonly #links: InlineLink[] = [];
  readonly #hidden: { start: number; end: number }[] = [];
  readonly #openers: Opener[] = [];
  /** Openers below this index already contain a link, and links do not nest. */
  #inactive = 0;
  #escapedAt = -1;
  #ticks: ReadonlyMap<number, number[]> | null = null;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  run(): Inline {
    for (let at = 0; at < this.#text.length;) at = this.#step(at);
    return { mentions: this.#mentions, links: this.#links, hidden: this.#hidden };
  }

  #step(at: number): number {
    switch (this.#text[at]) {
      case "\\":
        if (!PUNCTUATION.test(this.#text[at + 1] ?? "")) return at + 1;
        this.#escapedAt = at + 1;
        return at + 2;
      case "`":
        return this.#codeSpan(at);
      case "<":
        return this.#html(at);
      case "[":
        this.#openers.push({ at, kind: this.#kindOf(at) });
        return at + 1;
      case "]":
        return this.#closeBracket(at);
      default:
        return at + 1;
    }
  }

  #kindOf(at: number): Opener["kind"] {
    const before = this.#escapedAt === at - 1 ? "" : this.#text[at - 1];
    return before === "@" ? "mention" : before === "!" ? "image" : "link";
  }

  #closeBracket(at: number): number {
    const opener = this.#openers.pop();
    if (!opener) return at + 1;
    const active = this.#openers.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#openers.length);
    if (!active || this.#text[at + 1] !== "(") return at + 1;
    TARGET.lastIndex = at + 1;
    LINK.lastIndex = at + 1;
    const target = TARGET.exec(this.#text);
    if (!target && !LINK.test(this.#text)) return at + 1;
    const end = target ? TARGET.lastIndex : LINK.lastIndex;
    if (opener.kind !== "image") this.#inactive = this.#openers.length;
    if (target && opener.kind === "mention") {
      const kind = target[1] === "user" ? "user" : "page";
      const place = { start: opener.at - 1, labelStart: opener.at + 1, labelEnd: at, end };
      this.#mentions.push({ kind, id: target[2] ?? "", ...place });
    } else {
      this.#links.push({ isImage: opener.kind === "image", start: opener.at, labelEnd: at, end });
    }
    return end;
  }

  /** The position after the code span that begins here, or after the backticks if there is no closing run. */
  #codeSpan(at: number): number {
    let open = at;
    while (this.#text[open] === "`") open++;
    this.#ticks ??= tickRuns(this.#text);
    const runs = this.#ticks.get(open - at);
    // Lookups go from left to right, so runs before this one are no longer needed.
    while (runs?.length && (runs.at(-1) ?? open) < open) runs.pop();
    const close = runs?.at(-1);
    return close === undefined ? open : this.#hide(at, close + open - at);
  }

  #html(at: number): number {
    for (const [start, end] of RAW) {
      if (this.#text.startsWith(start, at)) return this.#until(end, at, start === "<!--" ? 2 : start.length);
    }
    if (/[a-z]/i.test(this.#text[at + 2] ?? "") && this.#text.startsWith("<!", at)) return this.#until(">", at, 2);
    for (const pattern of [TAG, AUTOLINK]) {
      pattern.lastIndex = at;
      if (pattern.test(this.#text)) return this.#hide(at, pattern.lastIndex);
    }
    return at + 1;
  }

  #hide(start: number, end: number): number {
    this.#hidden.push({ start, end });
    return end;
  }

  #until(mark: string, at: number, skip: number): number {
    if (this.#missing.has(mark)) return at + 1;
    const end = this.#text.indexOf(mark, at + skip);
    if (end !== -1) return this.#hide(at, end + mark.length);
    this.#missing.add(mark);
    return at + 1;
  }
}

/** Start offsets of the backtick runs of each length, from last to first. */
function tickRuns(text: string): ReadonlyMap<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length);
    if (known) known.push(index);
    else runs.set(run.length, [index]);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

/** A label as displayed: on one line, without escapes. */
export const labelOf = (source: string): string =>
  source
    .replace(/\\([!-/:-@[-`{-~])|&#96;/g, (_, escaped: string | undefined) => escaped ?? "`")
    .replace(/\s+/g, " ")
    .trim();

const MAX_HEADING_LENGTH = 1_000;

const MARKUP =
  /\\([!-/:-@[-`{-~])|`([^`]+)`|`+|!?\[([^[\]]*)\]\([^()]*\)|<[^<>]*>|\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/**
 * Approximate visible text of inline Markdown, for a table of contents: emphasis, links and tags are reduced to their
 * text.
 */
export const plainText = (markdown: string): string =>
  markdown
    .slice(0, MAX_HEADING_LENGTH)
    .replace(MARKUP, (_, escaped?: string, code?: string, label?: string) => escaped ?? code ?? label ?? "")
    .replace(/\s+/g, " ")
    .trim();
