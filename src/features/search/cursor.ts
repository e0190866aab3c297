/** Search cursor: the last page of a response and the tier of that hit. It reveals nothing about pages that were not shown. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";
import { writeCursor } from "../../kernel/cursor.ts";
import { MAX_NEAR_PAGES } from "./meaning/fusion-rules.ts";

/** `changedAt` is when the page was last changed according to the index (ms); it keeps the position if the page changes. */
export type SearchPosition = { readonly tier: number; readonly pageId: string; readonly changedAt: number };

/** `after` is null at the beginning. `shownEarly` are pages that were shown before their turn, because of their meaning. */
export type SearchCursor = { readonly after: SearchPosition | null; readonly shownEarly: readonly string[] };

export const writeSearchCursor = ({ after, shownEarly }: SearchCursor): string =>
  writeCursor([
    ...(after ? [after.tier, after.pageId, after.changedAt] : []),
    ...(after && shownEarly.length === 0 ? [] : [shownEarly]),
  ]);

const Tier = z.int().min(0).max(20);
const Early = z.array(Id).max(MAX_NEAR_PAGES);

export const CursorValues = z
  .union([z.tuple([Tier, Id, z.int()]), z.tuple([Tier, Id, z.int(), Early]), z.tuple([Early])])
  .transform((values): SearchCursor => {
    if (values.length === 1) return { after: null, shownEarly: values[0] };
    const [tier, pageId, changedAt, shownEarly = []] = values;
    return { after: { tier, pageId, changedAt }, shownEarly };
  });
