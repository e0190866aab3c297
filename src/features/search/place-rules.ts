/** From places in a folded text to places in the text itself: they differ where marks are left out or ligatures written out. */
import { foldedPlaces } from "../../kernel/fold.ts";

/** Characters of a text whose places are kept: snippets are looked for in no more. */
export const HEAD = 50_000;
/** Of so many characters of the folded text one place is kept. */
export const STEP = 32;

/** JSON, or empty where all stand at their own places. */
export function placesOf(text: string): string {
  const places = foldedPlaces(text.slice(0, HEAD));
  return places ? JSON.stringify(places.filter((_, at) => at % STEP === 0)) : "";
}
