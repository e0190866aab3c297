/** What people see is written in the catalogue (src/web/messages), in every language, and nowhere else. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A sentence or a name of two words; one word between tags; a text that assistive technology reads. */
const LITERALS = [
  /["`][A-Z][a-z]+ [^"`\n]*["`]/,
  />\s*[A-Z][a-z]+[^<>{}=;()]*<\//,
  /\b(?:aria-label|title|placeholder|alt)="[A-Z]/,
];

/** The same in every language: names of programs, and what is sent as it stands. */
const NAMES = /Claude Code|Gemini CLI|OpenAPI 3\.1|`Bearer |BCDF-GHJK/g;

const holdsWords = (file: string): boolean => {
  const code = readFileSync(file, "utf8").replace(COMMENTS, "").replace(NAMES, "");
  return LITERALS.some((pattern) => pattern.test(code));
};

test("no component writes words that cannot be translated", () => {
  const files = globSync("src/web/{app,client,conversation,document,editor,pages,pdf,ui}/**/*.{ts,tsx}")
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter(holdsWords)).toEqual([]);
});
