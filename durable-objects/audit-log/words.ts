/** Full-text matching of audit log entries. Pure. */
import { parseJson } from "../../src/kernel/json.ts";
import type { StoredRow } from "./store.ts";

/** Fields that only prove the entry: random text in which short words would match by chance. */
const PROOF: ReadonlySet<string> = new Set(["pii", "v", "shard", "seq", "ts"]);

/**
 * Returns a matcher that requires each word to occur in an entry's values or in the personal data beside it, ignoring
 * case; null if there are no words. Erased people cannot be found, because their personal data is gone.
 */
export function wordMatcher(typed: string): ((row: StoredRow) => boolean) | null {
  const words = fold(typed).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return null;
  return ({ entry, pii }) => {
    const { ip, ua, uid, email } = pii ?? {};
    const text = fold([...valuesOf(entry), ip, ua, uid, email].join("\n"));
    return words.every((word) => text.includes(word));
  };
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** A damaged entry is searched as raw text. */
function valuesOf(entry: string): string[] {
  try {
    return flatten(parseJson(entry));
  } catch {
    return [entry];
  }
}

function flatten(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, each]) => (PROOF.has(name) ? [] : flatten(each)));
}
