/** Tests that load the parser's WebAssembly have a workerd of their own: it is too large a message for a shared one. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, posix } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The patterns of `OWN_STATE` in `vitest.config.ts`. */
const [, list = ""] = /const OWN_STATE = \[([\s\S]*?)\];/.exec(read("vitest.config.ts")) ?? [];
const isolated = [...list.matchAll(/"([^"]+)"/g)].map(([, pattern = ""]) => pattern);

/** What runs in the other Worker, and the helper that starts it. */
const PARSER = /^queues\/parser\/|^test\/files\/parser\.ts$/;

function loadsParser(file: string, seen = new Set<string>()): boolean {
  if (PARSER.test(file)) return true;
  if (seen.has(file) || !file.startsWith("test/")) return false;
  seen.add(file);
  const targets = [...read(file).matchAll(/^import (?!type\b)[^;]*?from "(\.[^"]+\.ts)";/gm)].map(([, target = ""]) =>
    posix.join(dirname(file), target),
  );
  return targets.some((target) => loadsParser(target, seen));
}

test("tests that load the parser are listed as isolated", () => {
  const tests = globSync("test/**/*.test.ts", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.unit\.test\.ts$|^test\/e2e\//.test(file));
  const shared = tests.filter((file) => !isolated.some((pattern) => matchesGlob(file, pattern)));
  expect(shared.length).toBeGreaterThan(50);
  expect(shared.filter((file) => loadsParser(file))).toEqual([]);
});
