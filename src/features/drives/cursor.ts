/** Where a reply of the listings ended. */
import { z } from "zod";
import { Id } from "../../kernel/contract.ts";

/** One page on the way from the listing's root down to where the last reply ended. */
const Place = z.tuple([z.number(), Id]).readonly();
export type Place = Readonly<z.infer<typeof Place>>;

export const placesTo = (depth: number) => z.array(Place).min(1).max(depth);
