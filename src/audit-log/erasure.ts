/** Erasure entries list the entries whose personal data was erased, so that any other loss is detected. */
import type { JsonObject } from "./canonical.ts";
import type { AuditEntry } from "./format.ts";

/** Maximum number of entries that one erasure lists, so that their numbers fit in an entry. */
export const MAX_ERASED = 500;

/** Maximum length of a text in the details. */
const MAX_TEXT = 512;

/** `seqs` as the details of an entry: ascending ranges such as `3,7-9`, in texts that fit in an entry. */
export function erasureDetail(seqs: readonly number[]): JsonObject {
  const ranges: { from: number; to: number }[] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.to === seq - 1) last.to = seq;
    else ranges.push({ from: seq, to: seq });
  }
  const texts: string[] = [];
  for (const { from, to } of ranges) {
    const range = from === to ? `${from}` : `${from}-${to}`;
    const last = texts.at(-1);
    if (last === undefined || last.length + range.length + 1 > MAX_TEXT) texts.push(range);
    else texts[texts.length - 1] = `${last},${range}`;
  }
  return { entries: seqs.length, seqs: texts };
}

const RANGE = /^(\d{1,15})(?:-(\d{1,15}))?$/;

/** The earlier entries that an erasure entry lists; empty for any other kind of entry. */
export function erasedBy({ kind, actor, seq, d }: AuditEntry): number[] {
  if (kind !== "audit.erase" || actor.t !== "system" || !Array.isArray(d["seqs"])) return [];
  const ranges = d["seqs"].flatMap((text) => (typeof text === "string" ? text.split(",") : []));
  return ranges.flatMap((range) => {
    const [, from, to = from] = RANGE.exec(range) ?? [];
    const count = Number(to) - Number(from) + 1;
    return count <= MAX_ERASED && Number(to) < seq ? Array.from({ length: count }, (_, i) => Number(from) + i) : [];
  });
}

/** The error for an entry whose personal data is missing without an erasure entry. */
export const UNRECORDED_ERASURE = "the personal data is missing, and no erasure entry records its removal";
