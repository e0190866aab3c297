/** Cursors of the page listings. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";

/** One page on the path from the listing's root to where the last reply ended. */
const TreePosition = z.tuple([z.number(), Id]).readonly();
export type TreePosition = Readonly<z.infer<typeof TreePosition>>;

export const placesTo = (depth: number) => z.array(TreePosition).min(1).max(depth);
