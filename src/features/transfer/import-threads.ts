/** Comment threads of an archive: where they are in the pages that are made, and what of them is not taken. */
import { createHash } from "node:crypto";
import { anchorAt, contextAround, wordsOf } from "../../anchors/anchor.ts";
import { foldBlanks, type Range } from "../../anchors/blanks.ts";
import { locateQuote } from "../../anchors/locate-quote.ts";
import { RangeMap } from "../../anchors/range-map.ts";
import { withoutControls } from "../../kernel/text.ts";
import { MAX_THREADS, type CellRange } from "../../kernel/comment.ts";
import type { FiledTarget, FiledThread, readThreadFile } from "../../formats/transfer/thread-file.ts";
import { diffText } from "../../realtime/diff.ts";
import type { ImportedThread } from "../comments/import-statements.ts";

export type ThreadFile = NonNullable<ReturnType<typeof readThreadFile>>;

type Texts = {
  /** The text of the page's file, and of the page. */
  readonly filed: string;
  readonly text: string;
};

/** Nothing is dropped because its place is missing: such a thread is detached. `notes` are sentences for the report. */
export function placeThreads(
  file: ThreadFile,
  texts: Texts,
): { readonly threads: readonly ImportedThread[]; readonly notes: readonly string[] } {
  const places = new ImportedPlaces(texts, file.sha256);
  const threads = file.threads.map((thread) => toImported(thread, places));
  const hasReactions = file.threads.some(({ comments }) => comments.some(({ reactions }) => reactions));
  const lost = threads.filter(
    ({ anchor }, i) => anchor?.state === "detached" && stateOf(file.threads[i]?.target) !== "detached",
  ).length;
  return {
    threads,
    notes: [
      ...(file.damaged > 0 ? [`Damaged threads left out: ${file.damaged}.`] : []),
      ...(file.tooMany > 0 ? [`Threads left out because a page can have ${MAX_THREADS}: ${file.tooMany}.`] : []),
      ...(file.tooLong > 0 ? [`Comments left out because their threads were too long: ${file.tooLong}.`] : []),
      ...(lost > 0 ? [`Threads whose words are not in the page, and that are detached from it: ${lost}.`] : []),
      ...(hasReactions ? ["Reactions are not imported, because they belong to the people who added them."] : []),
    ],
  };
}

const stateOf = (target: FiledTarget | undefined): string | null =>
  target?.kind === "text" || target?.kind === "cells" ? target.state : null;

function toImported(thread: FiledThread, places: ImportedPlaces): ImportedThread {
  const { target, kind, replacement, createdAt, closed } = thread;
  const anchor = places.of(thread);
  return {
    kind,
    target: target.kind,
    anchor: anchor?.anchor ?? null,
    part: partOf(target),
    quote: anchor?.quote ?? thread.quote,
    replacement: replacement === null ? null : clean(replacement),
    createdAt,
    closed: closed && { at: closed.at, as: closed.as },
    comments: thread.comments.map((comment) => ({
      authorName: comment.author === null ? null : clean(comment.author).trim() || null,
      content: clean(comment.content),
      createdAt: comment.createdAt,
      editedAt: comment.editedAt ?? null,
      deletedAt: comment.deletedAt ?? null,
    })),
  };
}

const clean = (text: string): string => withoutControls(text);

/** As the database has it for threads on parts of pictures and PDFs. */
function partOf(target: FiledTarget): string | null {
  if (target.kind !== "picture" && target.kind !== "pdf") return null;
  const { kind: _, ...part } = target;
  return JSON.stringify(part);
}

type Words = Extract<FiledTarget, { kind: "text" | "cells" }>;
type Placed = { readonly quote: string; readonly anchor: NonNullable<ImportedThread["anchor"]> };

class ImportedPlaces {
  readonly #filed: string;
  readonly #text: string;
  readonly #map: RangeMap;
  /** True if offsets are those of this text. */
  readonly #isSame: boolean;

  constructor({ filed, text }: Texts, sha256: string) {
    this.#filed = filed;
    this.#text = text;
    this.#isSame = createHash("sha256").update(filed).digest("hex") === sha256;
    this.#map = new RangeMap(diffText(filed, text));
  }

  of({ target, quote }: FiledThread): Placed | null {
    if (target.kind === "text") return this.#onWords(target, quote);
    return target.kind === "cells" ? this.#onCells(target, quote) : null;
  }

  #onWords(target: Words, quote: string): Placed {
    const isInsertion = quote.trim() === "";
    const found = target.state === "detached" ? null : this.#find(target, quote, isInsertion);
    if (found === null) return this.#detached(target, quote, null);
    const range = this.#mapped(found);
    const words = wordsOf(this.#text, range);
    // The words of the file may be links to other files, which are written differently in the page.
    const isQuote = isInsertion || foldBlanks(this.#filed.slice(found.from, found.to)) === foldBlanks(quote);
    const { before, after } = isQuote ? contextAround(this.#text, range) : target;
    const common = { before, after, ...range, cells: null };
    return isQuote
      ? { quote: words, anchor: { ...common, state: "anchored", now: null } }
      : { quote, anchor: { ...common, state: "changed", now: words } };
  }

  /** Rows and columns of another text mean nothing. */
  #onCells(target: Extract<Words, { kind: "cells" }>, quote: string): Placed {
    const { row, column, endRow, endColumn, state, now, before, after } = target;
    const cells = { row, column, endRow, endColumn };
    const words = this.#filed.slice(target.from, target.to);
    const isThere = this.#isSame && state !== "detached" && words === (now ?? quote);
    const isRange = endRow >= row && endColumn >= column;
    if (!isThere || !isRange)
      return this.#detached(target, quote, isRange ? cells : { row, column, endRow: row, endColumn: column });
    const range = this.#mapped(target);
    const present = wordsOf(this.#text, range);
    return state === "anchored"
      ? { quote: present, anchor: { before, after, ...range, state, now: null, cells } }
      : { quote, anchor: { before, after, ...range, state, now: present, cells } };
  }

  #detached({ from, before, after }: Words, quote: string, cells: CellRange | null): Placed {
    const at = Math.min(from, this.#filed.length);
    const { from: gap } = this.#mapped({ from: at, to: at });
    return { quote, anchor: { before, after, from: gap, to: gap, state: "detached", now: null, cells } };
  }

  #mapped(range: Range): Range {
    const { from, to } = this.#map.map(range);
    return { from, to };
  }

  /** The range in the file. */
  #find(target: Words, quote: string, isInsertion: boolean): Range | null {
    const { from, to, now, before, after, line } = target;
    const words = now ?? quote;
    if (this.#isSame) {
      const outcome = anchorAt(this.#filed, "", { from, to }, { isInsertion });
      if (outcome.ok && (isInsertion || foldBlanks(outcome.anchor.quote) === foldBlanks(words))) return outcome.anchor;
    }
    if (isInsertion) return this.#findGap(before, after);
    for (const sought of new Set([words, quote]))
      for (const hints of [
        { before, after },
        { before, after, line },
      ]) {
        const found = locateQuote(this.#filed, sought, hints);
        if (found.ok) return found.range;
      }
    return null;
  }

  /** The only place between these two texts. */
  #findGap(before: string, after: string): Range | null {
    const around = before + after;
    const at = around === "" ? -1 : this.#filed.indexOf(around);
    if (at === -1 || this.#filed.includes(around, at + 1)) return null;
    return { from: at + before.length, to: at + before.length };
  }
}
