import { expect, test } from "vitest";
import { isCodeName } from "./code-names.ts";

test.each([
  "main.rs",
  "src/app.test.ts",
  "App.TSX",
  "Dockerfile",
  "Dockerfile.dev",
  "Makefile",
  ".env.local",
  ".gitignore",
  "CMakeLists.txt",
  "config.yml",
])("%s is the name of code", (title) => expect(isCodeName(title)).toBe(true));

test.each(["notes", "c", ".rs", "a.unknown", "photo.png", ""])("%j is not", (title) => {
  expect(isCodeName(title)).toBe(false);
});
