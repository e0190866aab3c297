/**
 * `node scripts/build/emoji.ts FOLDER`: writes the emoji that the picker offers, with their names and keywords in each
 * language. They change once a year at most, and the sources are large, so they are no dependencies. To update, run first
 * `npm install --no-save --prefix FOLDER emojibase-data cldr-annotations-full cldr-annotations-derived-full`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toEmoji } from "../../src/kernel/emoji.ts";
import { LANGUAGES, type Language } from "../../src/kernel/preferences.ts";
import { root } from "../commands.ts";

/** In the order of Unicode, by their numbers in emojibase; the group of components is left out. */
const GROUPS = {
  smileys: 0,
  people: 1,
  animals: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
} as const;

/** Newer emoji are missing from the fonts of many systems. */
const NEWEST = 15.1;

type Emoji = {
  readonly emoji: string;
  readonly group?: number;
  readonly order?: number;
  readonly version: number;
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
};
type Annotation = { readonly default?: readonly string[]; readonly tts?: readonly string[] };

const TONES = ["🏻", "🏼", "🏽", "🏾", "🏿"];

const read = (folder: string, path: string): unknown =>
  JSON.parse(readFileSync(join(folder, "node_modules", path), "utf8"));

function annotationsOf(folder: string, language: Language): ReadonlyMap<string, Annotation> {
  const own = read(folder, `cldr-annotations-full/annotations/${language}/annotations.json`);
  const derived = read(folder, `cldr-annotations-derived-full/annotationsDerived/${language}/annotations.json`);
  return new Map([
    ...Object.entries((derived as { annotationsDerived: Annotations }).annotationsDerived.annotations),
    ...Object.entries((own as { annotations: Annotations }).annotations.annotations),
  ]);
}
type Annotations = { readonly annotations: Readonly<Record<string, Annotation>> };

/** Whether a skin tone is a modifier after the first character, as `withTone` adds it. */
const takesTone = ({ emoji, skins = [] }: Emoji): boolean => {
  const single = skins.filter(({ tone }) => typeof tone === "number");
  const [first = "", ...rest] = Array.from(emoji);
  const after = rest[0] === "\u{FE0F}" ? rest.slice(1) : rest;
  return (
    single.length === TONES.length && single.every((skin, at) => skin.emoji === [first, TONES[at], ...after].join(""))
  );
};

function lineOf(emoji: Emoji, annotations: ReadonlyMap<string, Annotation>): string {
  const bare = emoji.emoji.replaceAll("\u{FE0F}", "");
  const { tts = [], default: keywords = [] } = annotations.get(emoji.emoji) ?? annotations.get(bare) ?? {};
  const name = tts[0] ?? "";
  if (name === "") throw new Error(`${emoji.emoji} has no name.`);
  const inName = new Set(name.toLowerCase().split(/[\s:,]+/));
  const more = new Set(
    keywords.flatMap((keyword) => keyword.split(/\s+/)).filter((word) => !inName.has(word.toLowerCase())),
  );
  return `${emoji.emoji}${takesTone(emoji) ? "*" : ""}|${name}|${[...more].join(" ")}`;
}

const [folder = ""] = process.argv.slice(2);
const all = (read(folder, "emojibase-data/en/data.json") as Emoji[])
  .filter(({ version }) => version <= NEWEST)
  // The source also has a variation selector where Unicode recommends none.
  .map((each) => ({ ...each, emoji: toEmoji(each.emoji.replace(/\u{FE0F}$/u, "")) ?? each.emoji }))
  .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
for (const language of LANGUAGES) {
  const annotations = annotationsOf(folder, language);
  const lists = Object.entries(GROUPS).map(([name, group]) => {
    const lines = all.filter((emoji) => emoji.group === group).map((emoji) => lineOf(emoji, annotations));
    return `export const ${name} =\n  ${JSON.stringify(lines.join("\n"))};\n`;
  });
  const head =
    "/** Written by `scripts/build/emoji.ts` from Unicode CLDR (Unicode License v3) and emojibase (MIT): emoji, * if it takes a skin tone, name, keywords. */\n";
  writeFileSync(join(root, `src/words/${language}/emoji-list.ts`), head + lists.join(""));
}
