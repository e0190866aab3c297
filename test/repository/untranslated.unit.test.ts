/** User-visible text is only in the message catalogue (src/words), in every language. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A sentence or phrase of several words; a single word between tags; text for assistive technology. */
const LITERALS = [
  /["`][A-Z][a-z]+ [^"`\n]*["`]/,
  />\s*[A-Z][a-z]+[^<>{}=;()]*<\//,
  /\b(?:aria-label|title|placeholder|alt)="[A-Z]/,
];

/** Identical in every language: program names, literal values and conditions of the query language. */
const NAMES =
  /Claude Code|Gemini CLI|OpenAPI 3\.1|`Bearer |BCDF-GHJK|Status != Done and |(?:Assignee|Due|Labels|Priority|Status|Title) (?:has|is|contains|!?=|<=?) /g;

const holdsWords = (file: string): boolean => {
  const code = readFileSync(file, "utf8").replace(COMMENTS, "").replace(NAMES, "");
  return LITERALS.some((pattern) => pattern.test(code));
};

test("components contain no untranslated text", () => {
  const files = globSync("src/web/{client,shared,views}/**/*.{ts,tsx}")
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.ts$|\/routes[a-z-]*\.ts$|\/client\/dev\//.test(file));
  expect(files.filter(holdsWords)).toEqual([]);
});
