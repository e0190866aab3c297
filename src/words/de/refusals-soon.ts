/** Deutsch: Absagen, deren Worte erst geladen werden. Gelingt das nicht, spricht der Dienst selbst. */
import type { Refusal } from "../refusal.ts";

export const say = (refusal: Refusal) =>
  import("./refusals.ts").then(
    (words) => words.say(refusal),
    () => refusal.sentence,
  );
