/** API schemas for a user's quotas and usage. */
import * as z from "zod";

/** Bytes for texts and files; a count otherwise. */
const Used = z.object({ used: z.int(), limit: z.int() });

/** Covers all drives owned by the user, including their trash. Files are those uploaded by the user to any drive. */
export const Usage = z.object({ text: Used, pages: Used, drives: Used, files: Used }).meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
