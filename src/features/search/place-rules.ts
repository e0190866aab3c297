/** Maps positions in a folded text to the original. They differ where marks are removed or ligatures expanded. */
import { foldedPlaces } from "../../kernel/fold.ts";

/** Positions are kept for this many characters of a text; snippets are not searched for beyond that. */
export const HEAD = 50_000;
/** One position is kept per this many characters of folded text. */
export const STEP = 32;

/** JSON, or an empty string if all positions are equal. */
export function placesOf(text: string): string {
  const places = foldedPlaces(text.slice(0, HEAD));
  return places ? JSON.stringify(places.filter((_, at) => at % STEP === 0)) : "";
}
