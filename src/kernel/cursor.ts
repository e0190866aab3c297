/** Cursors of several values, as JSON in base64url. They mark where to continue, and grant no access. */
import type * as z from "zod";
import { invalid } from "./errors.ts";
import { parseJson } from "./json.ts";

export const writeCursor = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** Null for the first page. Throws `invalid_request` if the cursor was not made by `writeCursor` from such values. */
export function readCursor<T>(cursor: string | undefined, values: z.ZodType<T>): T | null {
  if (cursor === undefined) return null;
  const parsed = values.safeParse(decode(cursor));
  if (!parsed.success) throw invalid("cursor", "The cursor does not belong to this list.");
  return parsed.data;
}

function decode(cursor: string): unknown {
  try {
    return parseJson(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

/** Cuts a result of `limit` + 1 rows down to one page; `nextCursor` identifies the row that the next page begins after. */
export function paginate<R>(
  found: readonly R[],
  limit: number,
  cursorOf: (last: R) => string,
): { page: R[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : cursorOf(last) };
}
