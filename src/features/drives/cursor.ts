/** Cursors of the listings: where the last page of a reply stood, in base64url. They say where to go on, never what may be seen. */
import { invalid } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/json.ts";

/** One page on the way from the listing's root down to where the last reply ended. */
export type Place = readonly [position: number, id: string];

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isFinite(value[0]) &&
  typeof value[1] === "string" &&
  /^[0-9a-zA-Z_-]{1,64}$/.test(value[1]);

export const writeCursor = (places: readonly Place[]): string =>
  Buffer.from(JSON.stringify(places)).toString("base64url");

/** Throws `invalid_request` for anything that is not such a cursor with at most `depth` places. */
export function readCursor(cursor: string | undefined, depth: number): readonly Place[] | null {
  if (cursor === undefined) return null;
  const places = parse(cursor);
  if (!Array.isArray(places) || places.length === 0 || places.length > depth || !places.every(isPlace)) {
    throw invalid("cursor", "The cursor is not one of this listing.");
  }
  return places;
}

function parse(cursor: string): unknown {
  try {
    return parseJson(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}
