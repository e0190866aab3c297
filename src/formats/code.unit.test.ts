/** What language a page of code is in. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CODE, languageOf } from "./code.ts";
import { LANGUAGES } from "./languages.ts";

test.each([
  ["main.rs", "rust"],
  ["src/app.test.ts", "typescript"],
  ["App.TSX", "tsx"],
  ["Dockerfile", "dockerfile"],
  ["Dockerfile.dev", "dockerfile"],
  ["Makefile", "makefile"],
  [".env.local", "dotenv"],
  [".gitignore", "text"],
  ["CMakeLists.txt", "cmake"],
  ["config.yml", "yaml"],
  ["query.sql", "sql"],
  ["notes", null],
  ["c", null],
  [".rs", null],
  ["a.unknown", null],
  ["", null],
])("%s is %s", (title, language) => {
  expect(languageOf(title)).toBe(language);
});

test.each([
  ["#!/bin/sh\n", "bash"],
  ["#!/usr/bin/env python3.12\n", "python"],
  ["#!/usr/bin/env -S FOO=1 deno run\n", "typescript"],
  ["#!/usr/local/bin/node", "javascript"],
  ["#!", null],
  ["#!/usr/bin/env", null],
  [" #!/bin/sh", null],
])("without an extension %j is %s", (text, language) => {
  expect(languageOf("script", text)).toBe(language);
});

test("the title comes before the first line", () => {
  expect(languageOf("a.rb", "#!/bin/sh")).toBe("ruby");
  expect(CODE.parse("#!/usr/bin/env perl -w\nprint 1;").interpreter).toBe("perl");
});

test("any title and text have a language that is known, or none", () => {
  expect(LANGUAGES.length).toBeGreaterThanOrEqual(60);
  expect(LANGUAGES).toEqual(LANGUAGES.toSorted());
  fc.assert(
    fc.property(fc.string(), fc.string(), (title, text) => {
      const language = languageOf(title, `#!${text}`);
      expect(language === null || LANGUAGES.includes(language)).toBe(true);
    }),
  );
});
