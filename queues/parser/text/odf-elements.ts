/** Elements of OpenDocument that are left out. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

/** Comments, what was deleted, forms, objects, and what a program would compute anew. */
export const SKIPPED = new Set(["annotation", "tracked-changes", "forms", "desc", "settings", "object"]);

/** How what is skipped is reported. */
export const REPORTED: Readonly<Record<string, ConversionChange>> = {
  annotation: "comments",
  "tracked-changes": "trackedChanges",
  forms: "controls",
  object: "objects",
};
