/** The language of a code page is derived from its title. */
import { expect, test } from "vitest";
import { languageOfTitle } from "./code-language.ts";

const nameOf = (title: string): string | null => languageOfTitle(title)?.name ?? null;

test.each([
  ["main.rs", "Rust"],
  ["script.py", "Python"],
  ["src/app/Page.TSX", "TSX"],
  ["Dockerfile", "Dockerfile"],
  ["dockerfile", "Dockerfile"],
  ["Dockerfile.dev", "Dockerfile"],
  ["tsconfig.json", "JSON"],
  [".eslintrc", "JSON"],
  [".env.local", "Properties files"],
  ["Gemfile", "Ruby"],
  [" notes.sh ", "Shell"],
])("detects for %s the language %s", (title, language) => {
  expect(nameOf(title)).toBe(language);
});

test.each(["Notes", "", "v1.2 of the plan", "letter.txt"])("detects no language for “%s”", (title) => {
  expect(nameOf(title)).toBeNull();
});
