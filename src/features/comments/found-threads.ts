/** Threads for a page that is made from a file with comments. */
import type { Instant } from "../../kernel/clock.ts";
import { contextAround, wordsOf } from "../../anchors/anchor.ts";
import { RangeMap } from "../../anchors/range-map.ts";
import type { FoundThread } from "../../formats/transfer/found-threads.ts";
import { diffText } from "../../realtime/diff.ts";
import type { ImportedThread } from "./import-statements.ts";

type Texts = {
  /** The text that the places of the threads refer to. */
  readonly found: string;
  /** The text of the page, in which links may have been rewritten. */
  readonly text: string;
};

/** `now` stands for times that the file does not say. */
export function toImported(threads: readonly FoundThread[], { found, text }: Texts, now: Instant): ImportedThread[] {
  const map = new RangeMap(diffText(found, text));
  return threads.map(({ place, isResolved, comments }) => {
    const range = place === null ? null : map.map(place);
    const times = comments.map(({ at }) => at ?? now);
    return {
      kind: "comment",
      target: range === null ? "page" : "text",
      anchor:
        range === null
          ? null
          : {
              ...contextAround(text, range),
              from: range.from,
              to: range.to,
              state: "anchored",
              now: null,
              cells: null,
            },
      part: null,
      quote: range === null ? "" : wordsOf(text, range),
      replacement: null,
      createdAt: times[0] ?? now,
      closed: isResolved ? { at: times.at(-1) ?? now, as: "resolved" } : null,
      comments: comments.map(({ author, content }, i) => ({
        authorName: author === "" ? null : author,
        content,
        createdAt: times[i] ?? now,
        editedAt: null,
        deletedAt: null,
      })),
    };
  });
}
