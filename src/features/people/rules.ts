/** How people are found by name, and what may be done with a connection. Pure. */
import { AppError, forbidden } from "../../kernel/errors.ts";
import type { ConnectionAction } from "./contract.ts";

const MAX_WORDS = 24;
/** Scripts that write names without spaces: there a search may begin in the middle. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Lower case without accents, so that "Jose" finds "José" (Unicode NFKD, marks removed). */
export const foldName = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC").trim();

/** The words of a name or of a query, folded. */
export const wordsIn = (text: string): string[] => foldName(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every word somebody is to be found by; in scripts without spaces, every ending of a word too. */
export function wordsOfPerson(names: readonly (string | null)[]): string[] {
  const words = names.flatMap((name) => (name === null ? [] : wordsIn(name)));
  const all = words.flatMap((word) => {
    if (!UNSPACED.test(word)) return [word];
    const signs = Array.from(word).slice(0, 20);
    return signs.map((_, i) => signs.slice(i).join(""));
  });
  return [...new Set(all)].map((word) => word.slice(0, 64)).slice(0, MAX_WORDS * 2);
}

/** Whether each of `words`, folded, starts a word of the names. */
export function hasWords(names: readonly (string | null)[], words: readonly string[]): boolean {
  const own = wordsOfPerson(names);
  return words.every((word) => own.some((each) => each.startsWith(word)));
}

/** How a connection stands to one of its two. A block shows to the person who made it alone. */
export type ConnectionState = {
  readonly status: "pending" | "accepted" | "blocked";
  readonly isRequester: boolean;
  readonly blockedByMe: boolean;
};

/** The status after the action; throws `forbidden` for the wrong side, `conflict` for the wrong state. */
export function changeConnection(
  action: ConnectionAction,
  state: ConnectionState,
): "accepted" | "rejected" | "blocked" | "removed" {
  const { status, isRequester } = state;
  const wrong = (why: string): AppError => new AppError("conflict", why);
  switch (action) {
    case "accept":
    case "reject":
      if (status !== "pending") throw wrong("There is no request to answer: this connection is not pending.");
      if (isRequester) throw forbidden("Only the person who was asked answers a request.");
      return action === "accept" ? "accepted" : "rejected";
    case "block":
      if (status === "blocked") throw wrong("This person is blocked already.");
      return "blocked";
    case "unblock":
      if (status !== "blocked") throw wrong("This person is not blocked.");
      return "removed";
  }
}
