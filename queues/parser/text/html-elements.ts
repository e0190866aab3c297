/** Elements of HTML, by what they mean for the text. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

/** Elements that are left out with all they hold, and how those are reported that a reader would have seen. */
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
/** Looks that plain Markdown text does not have. */
export const LOOKS = new Set(
  "b strong i em u s strike del ins mark small big font tt kbd samp code cite dfn var".split(" "),
);
/** Elements that stand in a block of their own (HTML, "15.3 Non-replaced elements"). */
export const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  header hgroup hr html legend main menu nav p section summary caption`.split(/\s+/),
);
