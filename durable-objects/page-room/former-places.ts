/** Where anchors once had exactly their words, in a version that is being restored. */
import type { PinnedRange, TextRange } from "../../src/realtime/pinned-ranges.ts";
import { readHomes } from "./anchor-store.ts";
import { documentAt } from "./update-store.ts";

/** Returns the ranges of an anchor, latest first. `text` is the restored text, which must be that of the version. */
export function formerPlaces(sql: SqlStorage, version: number, text: string): (id: string) => readonly TextRange[] {
  /** Read with the first anchor that needs them. */
  let ranges: Map<string, TextRange[]> | null = null;
  return (id) => (ranges ??= locateAll(sql, version, text)).get(id) ?? [];
}

function locateAll(sql: SqlStorage, version: number, text: string): Map<string, TextRange[]> {
  const document = documentAt(sql, version);
  // Parts of lines that were concurrently edited may have been kept.
  if (document.text !== text) return new Map();
  const homes = [...readHomes(sql)].flatMap(([id, pins]) => pins.map((pin): [string, PinnedRange] => [id, pin]));
  const located = document.locate(homes.map(([, pin]) => pin));
  const ranges = new Map<string, TextRange[]>();
  for (const [i, [id]] of homes.entries()) {
    const range = located[i];
    if (range) ranges.set(id, [...(ranges.get(id) ?? []), range]);
  }
  return ranges;
}
