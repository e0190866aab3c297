/** HTML elements, by their meaning for text extraction. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

/** Elements that are skipped with their content, and how those visible to a reader are reported. */
export const SKIPPED: ReadonlyMap<string, ConversionChange | null> = new Map([
  ["script", null],
  ["style", null],
  ["template", null],
  ["noscript", null],
  ["title", null],
  ["svg", "pictures"],
  ["select", "controls"],
  ["iframe", "objects"],
  ["object", "objects"],
  ["canvas", "objects"],
  ["audio", "media"],
  ["video", "media"],
]);
/** Formatting that plain Markdown text does not have. */
export const STYLES = new Set(
  "b strong i em u s strike del ins mark small big font tt kbd samp code cite dfn var".split(" "),
);
/** Block-level elements (HTML, "15.3 Non-replaced elements"). */
export const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  header hgroup hr html legend main menu nav p section summary caption`.split(/\s+/),
);
