/** Which way the words of a line run: that of its first letter (Unicode Bidirectional Algorithm, rules P2 and P3). */
import { currentLanguage } from "../messages/language.ts";

export type Direction = "ltr" | "rtl";

/** Further away no letter is looked for. */
const MOST_LOOKED_AT = 200;

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Null where it is the direction that all of the page has. */
export function ownDirection(text: string): Direction | null {
  const letter = LETTER.exec(text.slice(0, MOST_LOOKED_AT))?.[0];
  if (letter === undefined) return null;
  const own = RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
  return own === (currentLanguage() === "ar" ? "rtl" : "ltr") ? null : own;
}
