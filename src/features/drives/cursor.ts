/** Where a reply of the listings ended. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";

/** One page on the way from the listing's root down to where the last reply ended. */
const TreePosition = z.tuple([z.number(), Id]).readonly();
export type TreePosition = Readonly<z.infer<typeof TreePosition>>;

export const placesTo = (depth: number) => z.array(TreePosition).min(1).max(depth);
