/** The emoji that can be chosen, and those that a search finds. */
import { foldName } from "../../../kernel/fold.ts";
import { words } from "../../../words/emoji-list.ts";

export const GROUPS = [
  "smileys",
  "people",
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type Group = (typeof GROUPS)[number];

export type Emoji = {
  readonly emoji: string;
  readonly name: string;
  readonly takesTone: boolean;
  readonly nameWords: readonly string[];
  readonly keywords: readonly string[];
};

const wordsOf = (text: string): string[] => foldName(text).split(/[\s:,()-]+/);

function readLine(line: string): Emoji {
  const [sign = "", name = "", keywords = ""] = line.split("|");
  const takesTone = sign.endsWith("*");
  return {
    emoji: takesTone ? sign.slice(0, -1) : sign,
    name,
    takesTone,
    nameWords: wordsOf(name),
    keywords: wordsOf(keywords),
  };
}

/** `tone` is a skin tone modifier, or empty. It follows the first character, in place of a variation selector. */
export function withTone({ emoji, takesTone }: Pick<Emoji, "emoji" | "takesTone">, tone: string): string {
  if (!takesTone || tone === "") return emoji;
  const [first = "", ...rest] = Array.from(emoji);
  return [first, tone, ...(rest[0] === "\u{FE0F}" ? rest.slice(1) : rest)].join("");
}

export type EmojiGroup = { readonly group: Group; readonly emoji: readonly Emoji[] };

export const readEmoji = (): readonly EmojiGroup[] =>
  GROUPS.map((group) => ({ group, emoji: words[group].split("\n").map(readLine) }));

/** Emoji for which every typed word begins a word of the name or a keyword; those found by name come first. */
export function findEmoji(groups: readonly EmojiGroup[], typed: string, limit: number): readonly Emoji[] {
  const wanted = wordsOf(typed).filter((word) => word !== "");
  if (wanted.length === 0) return [];
  const begins = (list: readonly string[]) => (word: string) => list.some((each) => each.startsWith(word));
  const ranked = groups.flatMap(({ emoji }) =>
    emoji.flatMap((each) => {
      const { nameWords, keywords } = each;
      if (nameWords.join(" ").startsWith(wanted.join(" "))) return [{ each, rank: 0 }];
      if (wanted.every(begins(nameWords))) return [{ each, rank: 1 }];
      return wanted.every(begins([...nameWords, ...keywords])) ? [{ each, rank: 2 }] : [];
    }),
  );
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ each }) => each);
}
