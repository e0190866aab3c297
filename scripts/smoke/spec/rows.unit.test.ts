import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../commands.ts";
import { Rows } from "./rows.ts";

const HERE = "scripts/smoke/spec/rows.unit.test.ts";

function printed() {
  const lines: string[] = [];
  return { lines, rows: new Rows((line) => lines.push(line)) };
}

test("counts a check that returns as passed, and prints the error of one that throws", async () => {
  const { lines, rows } = printed();
  expect(await rows.check("good", () => 7)).toBe(7);
  expect(await rows.check("bad", () => Promise.reject(new Error("expected 1, got 2")))).toBeNull();
  expect(lines).toEqual(["ok     good", "FAILED bad: expected 1, got 2"]);
  expect(rows.tally).toEqual({ passed: 1, failed: 1 });
});

test("excludes checks covered by tests from the count, and fails if the test does not exist", async () => {
  const { lines, rows } = printed();
  await rows.byTests(
    "shown",
    HERE,
    "excludes checks covered by tests from the count, and fails if the test does not exist",
  );
  await rows.byTests("renamed", HERE, ["no", "such", "title"].join(" "));
  await rows.byTests("moved", "scripts/none.test.ts", "x");
  rows.leave("elsewhere", "not configured");
  expect(rows.tally).toEqual({ passed: 0, failed: 2 });
  expect(rows.left).toBe(2);
  expect(lines.map((line) => line.slice(0, 6))).toEqual(["--    ", "FAILED", "FAILED", "--    "]);
});

test("every check that names a test finds it", () => {
  const reference = /byTests\(\s*(?:"[^"]*"|`[^`]*`),\s*"([^"]+)",\s*"([^"]+)"/g;
  const found = globSync("scripts/smoke/spec/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(reference),
  ]);
  expect(found.length).toBeGreaterThan(15);
  const missing = found.filter(([, file = "", title = ""]) => !readFileSync(join(root, file), "utf8").includes(title));
  expect(missing.map(([, file, title]) => `${file}: ${title}`)).toEqual([]);
});
