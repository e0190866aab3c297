/** Converts changes between CodeMirror, Yjs and the engine of a page. */
import { ChangeSet, EditorSelection, Text } from "@codemirror/state";
import type * as Y from "yjs";
import type { Interval } from "../intervals.ts";
import type { Splice } from "../../../../realtime/splices.ts";

/** Only line feeds end lines: a carriage return is an ordinary character, so that offsets are the same everywhere. */
export const toText = (text: string): Text => Text.of(text.split("\n"));

export const toChanges = (splices: readonly Splice[], length: number): ChangeSet =>
  ChangeSet.of(
    splices.map(({ at, remove, insert }) => ({ from: at, to: at + remove, insert: toText(insert) })),
    length,
  );

export function toSplices(changes: ChangeSet): Splice[] {
  const splices: Splice[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    splices.push({ at: from, remove: to - from, insert: inserted.toString() });
  });
  return splices;
}

/** `length` is the length of the text before the change. */
export function fromDelta(delta: Y.YTextEvent["delta"], length: number): ChangeSet {
  const splices: Splice[] = [];
  let at = 0;
  for (const { retain = 0, delete: remove = 0, insert = "" } of delta) {
    at += retain;
    if (remove > 0 || insert !== "") splices.push({ at, remove, insert: typeof insert === "string" ? insert : "" });
    at += remove;
  }
  return toChanges(splices, length);
}

/** The changed ranges, in the resulting text. */
export function changedIn(changes: ChangeSet): Interval[] {
  const ranges: Interval[] = [];
  changes.iterChangedRanges((_fromA, _toA, from, to) => ranges.push({ from, to }));
  return ranges;
}

/** Must be called within a transaction of the text's document. */
export function applyTo(text: Y.Text, changes: ChangeSet): void {
  // From the end, so that no change shifts another.
  for (const { at, remove, insert } of toSplices(changes).toReversed()) {
    if (remove > 0) text.delete(at, remove);
    if (insert !== "") text.insert(at, insert);
  }
}

/**
 * The selection after someone else's change: carets stay on their line, even if lines were inserted directly before it.
 * Null if CodeMirror's default mapping, before text inserted at the caret, is right.
 */
export function keepOnLine(selection: EditorSelection, changes: ChangeSet, before: Text): EditorSelection | null {
  const pushed = new Set<number>();
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const endsLine = inserted.lines > 1 && inserted.line(inserted.lines).length === 0;
    if (from === to && endsLine && before.lineAt(from).from === from) pushed.add(from);
  });
  if (!selection.ranges.some(({ empty, head }) => empty && pushed.has(head))) return null;
  const ranges = selection.ranges.map((range) =>
    range.empty
      ? EditorSelection.cursor(changes.mapPos(range.head, pushed.has(range.head) ? 1 : -1))
      : range.map(changes),
  );
  return EditorSelection.create(ranges, selection.mainIndex);
}
