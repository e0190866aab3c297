/** Detects names that mix scripts, where a letter of one script may look like one of another (UTS #39 §5). */

/**
 * Scripts in everyday use (UAX #31, table 5) other than the East Asian ones below. All other scripts are treated as a
 * single one.
 */
const SCRIPTS = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Arabic",
  "Armenian",
  "Bengali",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Gujarati",
  "Gurmukhi",
  "Hebrew",
  "Kannada",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
] as const;

/** They are written together, and with Latin: the level that UTS #39 calls highly restrictive. */
const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u;
/** Digits, punctuation, marks that any letter may carry. */
const ANY_SCRIPT = /[\p{scx=Common}\p{scx=Inherited}]/u;

const patterns = SCRIPTS.map((script) => [script, new RegExp(`\\p{scx=${script}}`, "u")] as const);

/** The scripts of a character; null for one that fits every script. */
function scriptsOf(char: string): ReadonlySet<string> | null {
  if (ANY_SCRIPT.test(char)) return null;
  if (EAST_ASIAN.test(char)) return new Set(["East Asian"]);
  const scripts = patterns.filter(([, pattern]) => pattern.test(char)).map(([script]) => script);
  return new Set(scripts.length > 0 ? scripts : ["another"]);
}

const ONE_OF_BOTH: ReadonlySet<string> = new Set(["Latin", "East Asian"]);

export type NamePart = { readonly text: string; readonly isOdd: boolean };

/** Splits a name where its letters leave its main script; a name that mixes none yields one part. */
export function partsByScript(name: string): readonly NamePart[] {
  // One code point at a time: an emoji sequence belongs to no script, however it is split.
  const letters = Array.from(name, (char) => ({ char, scripts: scriptsOf(char) }));
  const counts = new Map<string, number>();
  for (const { scripts } of letters)
    for (const script of scripts ?? []) counts.set(script, (counts.get(script) ?? 0) + 1);
  // In a tie, the script that occurs first in the name, so that the order of the table does not matter.
  const [main] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0] as [string, number]);
  const fitting = ONE_OF_BOTH.has(main) ? ONE_OF_BOTH : new Set([main]);
  const parts: { text: string; isOdd: boolean }[] = [];
  for (const { char, scripts } of letters) {
    const last = parts.at(-1);
    const isOdd = scripts === null ? (last?.isOdd ?? false) : ![...scripts].some((script) => fitting.has(script));
    if (last?.isOdd === isOdd) last.text += char;
    else parts.push({ text: char, isOdd });
  }
  return parts;
}
