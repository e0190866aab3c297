/** What a person may keep, and how much of it they do. */
import * as z from "zod";

/** Bytes for texts and files, else pieces. */
const Used = z.object({ used: z.int(), limit: z.int() });

/** Of all drives that the user owns, the trash included; files are those that the user uploaded, wherever they are. */
export const Usage = z.object({ text: Used, pages: Used, drives: Used, files: Used }).meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
