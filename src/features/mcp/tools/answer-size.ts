/** How much an answer may hold: whatever reads it pays for every token, and clients refuse or cut what is longer. */

/** At most `max` UTF-16 units, with an ellipsis in place of the rest; never half a character. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
