/** Where a reply ended: the last page it showed, and how good a hit that was. It says nothing of pages that were not shown. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";
import { writeCursor } from "../../kernel/cursor.ts";

/** `changedAt`: when the page was last changed as the index knew it, in ms; holds the place when it changes again. */
export type SearchPosition = { readonly tier: number; readonly pageId: string; readonly changedAt: number };

export const cursorAt = ({ tier, pageId, changedAt }: SearchPosition): string => writeCursor([tier, pageId, changedAt]);

export const PlaceInCursor = z
  .tuple([z.int().min(0).max(20), Id, z.int()])
  .transform(([tier, pageId, changedAt]): SearchPosition => ({ tier, pageId, changedAt }));
