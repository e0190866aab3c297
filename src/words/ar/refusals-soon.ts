/** العربية: ما يُرفض، وتُحمَّل كلماته عند الحاجة. وإن تعذّر ذلك تحدثت الخدمة بنفسها. */
import type { Refusal } from "../refusal.ts";

export const say = (refusal: Refusal) =>
  import("./refusals.ts").then(
    (words) => words.say(refusal),
    () => refusal.sentence,
  );
