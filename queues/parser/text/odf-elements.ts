/** Elements of OpenDocument that are left out. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

/** Comments, deleted text, forms, objects, and computed content. */
export const SKIPPED = new Set(["annotation", "tracked-changes", "forms", "desc", "settings", "object"]);

/** How skipped elements are reported. */
export const REPORTED: Readonly<Record<string, ConversionChange>> = {
  annotation: "comments",
  "tracked-changes": "trackedChanges",
  forms: "controls",
  object: "objects",
};
