/** Schemas shared by the parsers of configuration variables. */
import * as z from "zod";

/** An empty variable counts as unset, because a copied example file lists variables without values. */
export const blankAsUndefined = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema);

export const optionalText = blankAsUndefined(z.string().trim().max(512).optional());

export const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
