/**
 * Folds text for search and name comparison, by grapheme cluster: removes case, accents, width and joiners, and expands
 * ligatures. Texts that fold alike are considered equal, in queries as well as in content.
 */

/** Letters that searchers treat as equal although they are not compositions of a base letter and a mark. */
const ALIKE: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ı: "i",
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

const IN_WORD = /[\p{L}\p{N}\p{M}_]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
/** Scripts whose marks are optional in writing. In others, such as Thai or Devanagari, marks are letters of their own. */
const MARKS_ARE_OPTIONAL =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}_]/u;
/** Й and similar letters are letters of their own, not letters with a mark. */
const DISTINCT_LETTERS = /[йїўѓќ]/u;
/** Invisible, not separating words: joiners, soft hyphens, variation selectors, direction marks, the Arabic kashida. */
const UNSEEN = /(?!\u200b)[\p{Default_Ignorable_Code_Point}\u0640]/gu;
/** A character with its marks, or with half-width voicing marks after it; plain ASCII is skipped. */
const CLUSTER = /[^a-z0-9_ ][\p{M}\uff9e\uff9f]*|[a-z0-9_ ][\p{M}]+/gu;

const known = new Map<string, string>();

function foldCluster(cluster: string): string {
  // Stryker disable all: what is remembered saves time and changes nothing else.
  const seen = known.get(cluster);
  if (seen !== undefined) return seen;
  const folded = foldUnseen(cluster);
  if (cluster.length <= 8 && known.size < 50_000) known.set(cluster, folded);
  // Stryker restore all
  return folded;
}

function foldUnseen(cluster: string): string {
  const first = String.fromCodePoint(cluster.codePointAt(0) ?? 0x20);
  if (!IN_WORD.test(first)) return PICTURE.test(first) ? first : " ";
  const lower = cluster.normalize("NFKC").toLowerCase();
  const isOwn = DISTINCT_LETTERS.test(lower);
  const base = MARKS_ARE_OPTIONAL.test(first) && !isOwn ? lower.normalize("NFD").replaceAll(/\p{M}/gu, "") : lower;
  return Array.from(base.normalize("NFC"), (char) => (IN_WORD.test(char) ? (ALIKE[char] ?? char) : "")).join("");
}

/** The text before folding: composed (NFC), without invisible characters. Code point offsets refer to this form. */
export const readable = (text: string): string => text.normalize("NFC").replaceAll(UNSEEN, "");

export const fold = (text: string): string => readable(text).replaceAll(CLUSTER, foldCluster);

/** Folds a name for comparison. */
export const foldName = (text: string): string => fold(text).replaceAll(/\s+/g, " ").trim();

/** The clusters of a folded text. */
export const clustersOf = (folded: string): string[] => folded.match(/[^\p{M}]\p{M}*|\p{M}+/gu) ?? [];

/** Whether a folded character belongs to a word. */
export const isInWord = (char: string): boolean => IN_WORD.test(char);

/**
 * For each code point of the folded text, the index of the code point in the NFC text that it came from, plus an entry for
 * the end. Null if all indexes are equal.
 */
export function foldedPlaces(text: string): number[] | null {
  const composed = text.normalize("NFC");
  if (/^[\n\r\t -~]*$/.test(composed)) return null;
  const places: number[] = [];
  let [at, shifts] = [0, false];
  for (const [cluster] of composed.matchAll(EACH)) {
    const length = Array.from(cluster).length;
    const folded = Array.from(fold(cluster)).length;
    if (folded !== length) shifts = true;
    for (let part = 0; part < folded; part++) places.push(at + Math.min(part, length - 1));
    at += length;
  }
  places.push(at);
  return shifts ? places : null;
}

/** Like CLUSTER, but invisible characters belong to the character before them. */
const EACH =
  /(?:(?!\u200b)[\p{Default_Ignorable_Code_Point}\u0640])+|[^\p{M}\p{Default_Ignorable_Code_Point}\u0640\uff9e\uff9f](?:[\p{M}\uff9e\uff9f]|(?!\u200b)[\p{Default_Ignorable_Code_Point}\u0640])*|[\s\S]/gu;
