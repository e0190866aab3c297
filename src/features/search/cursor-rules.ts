/** Where a reply ended: the last page it showed, and how good a hit that was. It says nothing of pages that were not shown. */
import { invalid } from "../../kernel/errors.ts";
import { looksLikeId } from "../../kernel/ids.ts";
import { parseJson } from "../../kernel/json.ts";

/** `changedAt`: when the page was last changed as the index knew it, in ms; holds the place when it changes again. */
export type Place = { readonly tier: number; readonly pageId: string; readonly changedAt: number };

export const writeCursor = ({ tier, pageId, changedAt }: Place): string =>
  Buffer.from(JSON.stringify([tier, pageId, changedAt])).toString("base64url");

/** Throws `invalid_request` for anything else. */
export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 3) throw unknown();
  const [tier, pageId, changedAt] = parts as unknown[];
  if (typeof tier !== "number" || !Number.isInteger(tier) || tier < 0 || tier > 20) throw unknown();
  if (typeof pageId !== "string" || !looksLikeId(pageId)) throw unknown();
  if (typeof changedAt !== "number" || !Number.isSafeInteger(changedAt)) throw unknown();
  return { tier, pageId, changedAt };
}

const unknown = () => invalid("cursor", "The cursor is not one of this search.");

function parse(cursor: string): unknown {
  try {
    return parseJson(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}
