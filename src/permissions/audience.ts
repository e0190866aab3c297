/** stub */
import type { Query } from "../db/sql.ts";
import { all, rowsOf, sql } from "../db/sql.ts";
export type HiddenPage = { pageId: string; count: number; names: string[] };
const none = <T>(value: T): Query<T> =>
  all(
    rowsOf({ n: sql<number>`1` }, (c) => sql`select ${c}`),
    () => value,
  );
export const findHiddenFromReaders = (_p: string, _ids: readonly string[]): Query<HiddenPage[]> => none([]);
export const findUntrusted = (
  _ids: readonly string[],
  _c: { pageId: string; asker: string },
  _t: readonly string[],
  _d: string,
): Query<boolean> => none(false);
