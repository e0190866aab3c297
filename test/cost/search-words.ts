/** Words of the search bench, by frequency. */

const SYLLABLES = [
  "ba",
  "ke",
  "li",
  "mo",
  "nu",
  "ra",
  "se",
  "ti",
  "vo",
  "zu",
  "den",
  "gar",
  "hol",
  "pim",
  "tus",
  "wex",
];

/** A word by its rank, the most frequent first. */
export function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}
