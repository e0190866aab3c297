/** Search cursor: the last page of a response and the tier of that hit. It reveals nothing about pages that were not shown. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";
import { writeCursor } from "../../kernel/cursor.ts";

/** `changedAt` is when the page was last changed according to the index (ms); it keeps the position if the page changes. */
export type SearchPosition = { readonly tier: number; readonly pageId: string; readonly changedAt: number };

export const cursorAt = ({ tier, pageId, changedAt }: SearchPosition): string => writeCursor([tier, pageId, changedAt]);

export const PlaceInCursor = z
  .tuple([z.int().min(0).max(20), Id, z.int()])
  .transform(([tier, pageId, changedAt]): SearchPosition => ({ tier, pageId, changedAt }));
