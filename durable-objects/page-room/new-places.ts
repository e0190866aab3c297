/** Turns the targets of new threads into anchors in the present text of a page. */
import { anchorAt, wordsOf, type Anchor } from "../../src/anchors/anchor.ts";
import { AnchorSet } from "../../src/anchors/anchor-set.ts";
import { locateQuote } from "../../src/anchors/locate-quote.ts";
import type { PageType } from "../../src/kernel/page-type.ts";
import type { TextRange } from "../../src/realtime/pinned-ranges.ts";
import { readTask } from "../../src/realtime/task-line.ts";
import type { NewAnchor, PlaceError, StoredAnchor } from "../../src/rpc/page-threads.ts";
import type { Place } from "./anchor-store.ts";
import { carryCells, placeOnCells, restoreOnCells } from "./cell-places.ts";
import { lineAround } from "./done-tasks.ts";
import { detachedAt } from "./lost-place.ts";
import { changeSince } from "./text-since.ts";
import type { UpdateLog } from "./update-log.ts";

/** The part of a place that follows from the text. */
export type NewPlace = Pick<Place, "anchor" | "kind" | "cells">;

type Failure = { readonly ok: false; readonly error: PlaceError };
type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

const failed = (error: PlaceError): Failure => ({ ok: false, error });
const INVALID = failed({ code: "range_invalid" });

/** Anchors for targets in the text at `base`, carried to the committed text. */
export function placeAll(
  log: UpdateLog,
  { type, base }: { readonly type: PageType; readonly base: number },
  targets: readonly NewAnchor[],
): Outcome<readonly NewPlace[]> {
  const text = log.textAt(base);
  if (text === null) return failed({ code: "base_unknown", base, currentRevision: log.revision });
  const places: NewPlace[] = [];
  for (const target of targets) {
    const placed = placeIn(text, type, target);
    if (!placed.ok) return placed;
    places.push(placed.value);
  }
  if (base < log.revision) carryAll(log, base, text, places);
  const isLost = places.some(({ anchor }) => anchor.state === "detached");
  return isLost ? failed({ code: "words_gone" }) : { ok: true, value: places };
}

function carryAll(log: UpdateLog, base: number, before: string, places: readonly NewPlace[]): void {
  const onWords = places.filter(({ cells }) => cells === null).map(({ anchor }) => anchor);
  const splices = changeSince(log, base, before);
  new AnchorSet(onWords).move({ before, after: log.text, splices, at: log.last.at });
  const onCells = places.filter(({ cells }) => cells !== null);
  carryCells(onCells, before, log.text);
}

function placeIn(text: string, type: PageType, { id, kind, target }: NewAnchor): Outcome<NewPlace> {
  if (target.kind === "cells") {
    const { kind: _kind, ...cells } = target;
    const anchor = type === "SHEET" ? placeOnCells(text, id, cells) : null;
    return anchor === null ? INVALID : { ok: true, value: { anchor, kind, cells } };
  }
  const range = target.kind === "text" ? { ok: true as const, value: target } : locate(text, target);
  if (!range.ok) return range;
  const anchor = kind === "task" ? anchorOnTask(text, id, range.value) : anchorOnWords(text, id, kind, range.value);
  return anchor === null ? INVALID : { ok: true, value: { anchor, kind, cells: null } };
}

function locate(
  text: string,
  { quote, ...hints }: Extract<NewAnchor["target"], { kind: "quote" }>,
): Outcome<TextRange> {
  const located = locateQuote(text, quote, hints);
  if (located.ok) return { ok: true, value: located.range };
  return located.error.code === "quote_empty" ? INVALID : failed(located.error);
}

/** Only a suggestion may be about a place between characters: it inserts text there. */
function anchorOnWords(text: string, id: string, kind: NewAnchor["kind"], { from, to }: TextRange): Anchor | null {
  const made = anchorAt(text, id, { from, to }, { isInsertion: kind === "suggestion" && from === to });
  return made.ok ? made.anchor : null;
}

/** The words of the task on the line of an offset; its checkbox changes. */
function anchorOnTask(text: string, id: string, { from }: TextRange): Anchor | null {
  if (!Number.isSafeInteger(from) || from < 0 || from > text.length) return null;
  const { line, start } = lineAround(text, from);
  const task = readTask(line);
  const made = task && anchorAt(text, id, { from: start + task.start, to: start + line.length });
  return made?.ok === true ? made.anchor : null;
}

/** The place of an archive, where the text is as it was then; otherwise the words are gone until they come back. */
export function restoredPlace(text: string, stored: StoredAnchor): NewPlace {
  const { id, kind, quote, before, after, state, now, cells } = stored;
  const anchor = { id, state, quote, before, after, now, lost: null };
  const clamp = (offset: number): number => Math.min(Math.max(0, offset), text.length);
  const range = { from: clamp(stored.from), to: Math.max(clamp(stored.from), clamp(stored.to)) };
  const restored = { ...anchor, ...range };
  const words = wordsOf(text, range);
  const isThere =
    state !== "detached" &&
    (cells === null ? words === (state === "anchored" ? quote : now) : restoreOnCells(text, restored, cells));
  return { anchor: isThere ? restored : detachedAt(anchor, range.from), kind, cells };
}
