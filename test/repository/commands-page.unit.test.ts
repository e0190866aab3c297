/** scripts/README.md explains every command in package.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("scripts/README.md lists every npm script and no other", () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const page = readFileSync(join(import.meta.dirname, "../../scripts/README.md"), "utf8");
  const explained = [...page.matchAll(/^\| `npm (?:run )?([\w:]+)`/gm)].map(([, name]) => name);
  // npm runs the hooks automatically.
  const names = Object.keys(scripts).filter((name) => !/^pre[a-z]+$/.test(name));
  expect(new Set(explained)).toEqual(new Set(names));
  expect(explained.length).toBe(names.length);
});
