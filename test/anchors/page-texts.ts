/** Real Markdown to comment on: the READMEs of the installed packages, in a fixed order. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutControls } from "../../src/kernel/text.ts";

const MIN_LENGTH = 1_500;
const MAX_LENGTH = 9_000;
const LINES = 120;

export function readPageTexts(root = join(import.meta.dirname, "../../node_modules")): string[] {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) =>
      name.startsWith("@") ? readdirSync(join(root, name)).map((one) => join(name, one)) : [name],
    )
    .toSorted();
  return folders.flatMap((folder) => {
    const readme = readdirSync(join(root, folder)).find((name) => /^readme\.md$/i.test(name));
    if (readme === undefined) return [];
    const text = withoutControls(readFileSync(join(root, folder, readme), "utf8"));
    return text.length > MIN_LENGTH ? [text] : [];
  });
}

/** At most 120 lines and 9,000 units, from a random line. */
export function excerptOf(text: string, random: () => number): string {
  const lines = text.split("\n");
  const start = lines.length > 150 ? Math.floor(random() * (lines.length - LINES)) : 0;
  return lines
    .slice(start, start + LINES)
    .join("\n")
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}
