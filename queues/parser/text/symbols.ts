/** Characters of fonts that show symbols instead of letters (Symbol, Wingdings, Webdings). */
import { codePoint } from "dingbat-to-unicode";

const SYMBOL_FONTS = /^(?:symbol|wingdings(?: [23])?|webdings|zapf ?dingbats)$/i;
/** Where Windows maps the characters of such fonts. */
const PRIVATE = 0xf000;

export const isSymbolFont = (font: string): boolean => SYMBOL_FONTS.test(font.trim());

/** Null for a character that Unicode does not have, or that is unknown. */
export function symbolOf(font: string, code: number): string | null {
  if (!Number.isInteger(code) || code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return null;
  const isPrivate = code >= PRIVATE && code <= PRIVATE + 0xff;
  const known = isSymbolFont(font) ? codePoint(font.trim(), isPrivate ? code - PRIVATE : code)?.string : undefined;
  if (known !== undefined) return known;
  return isPrivate || isSymbolFont(font) ? null : String.fromCodePoint(code);
}

export const UNKNOWN = "\ufffd";
