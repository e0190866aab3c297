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
])("recognizes %s as the name of a code file", (title) => expect(isCodeName(title)).toBe(true));

test.each(["notes", "c", ".rs", "a.unknown", "photo.png", ""])(
  "does not recognize %j as the name of a code file",
  (title) => {
    expect(isCodeName(title)).toBe(false);
  },
);
