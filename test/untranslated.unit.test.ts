/** What people see is written in the catalogue (src/web/messages), in every language, and nowhere else. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that still hold English words. The list only shrinks. */
const PENDING: readonly string[] = [
  "src/web/client/connect.tsx",
  "src/web/client/starter-pages.ts",
  "src/web/pages/connect-clients.tsx",
  "src/web/pages/connect.tsx",
  "src/web/pages/consent.tsx",
  "src/web/pages/error.tsx",
  "src/web/pages/first-run.tsx",
  "src/web/pages/reference.tsx",
];

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** A sentence or a name of two words; one word between tags; a text that assistive technology reads. */
const LITERALS = [
  /["`][A-Z][a-z]+ [^"`\n]*["`]/,
  />\s*[A-Z][a-z]+[^<>{}=;()]*<\//,
  /\b(?:aria-label|title|placeholder|alt)="[A-Z]/,
];

const holdsWords = (file: string): boolean => {
  const code = readFileSync(file, "utf8").replace(COMMENTS, "");
  return LITERALS.some((pattern) => pattern.test(code));
};

test("no component writes words that cannot be translated", () => {
  const files = globSync("src/web/{app,client,conversation,document,editor,pages,pdf,ui}/**/*.{ts,tsx}")
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter(holdsWords).toSorted()).toEqual(PENDING.toSorted());
});
