/** The direction of a line, determined by its first letter (Unicode Bidirectional Algorithm, rules P2 and P3). */
import { DIRECTIONS } from "../../../kernel/preferences.ts";
import { currentLanguage } from "../../../words/language.ts";

export type Direction = "ltr" | "rtl";

/** Number of characters to search for a letter. */
const MAX_SCANNED = 200;

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns null if the direction is the same as the page's. */
export function ownDirection(text: string): Direction | null {
  const letter = LETTER.exec(text.slice(0, MAX_SCANNED))?.[0];
  if (letter === undefined) return null;
  const own = RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
  return own === DIRECTIONS[currentLanguage()] ? null : own;
}
