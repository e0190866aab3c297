/** Names that would let a user impersonate the operator of the service. */
import { foldName } from "./fold.ts";

const RESERVED: ReadonlySet<string> = new Set([
  "abuse",
  "admin",
  "administration",
  "administrator",
  "administrators",
  "admins",
  "hostmaster",
  "moderator",
  "noreply",
  "octavo",
  "octavosecurity",
  "octavosupport",
  "octavoteam",
  "postmaster",
  "root",
  "security",
  "support",
  "system",
  "webmaster",
]);

/** Small letters of Cyrillic and Greek that look like Latin ones of those names (UTS #39). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: "a",
  ԁ: "d",
  е: "e",
  і: "i",
  м: "m",
  о: "o",
  р: "p",
  с: "c",
  ѕ: "s",
  т: "t",
  у: "y",
  α: "a",
  ι: "i",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
};

/** Whether a name reads like a reserved one, ignoring case, width, accents, spaces and punctuation. */
export function isReservedName(name: string): boolean {
  const letters = Array.from(foldName(name).replaceAll(/[^\p{L}\p{N}]/gu, ""), (char) => LOOK_ALIKES[char] ?? char);
  return RESERVED.has(letters.join(""));
}
