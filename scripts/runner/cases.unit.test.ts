import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tally } from "../check/test-summary.ts";
import { root } from "../commands.ts";
import { readFlags, runCases, UsageError } from "./cases.ts";

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => printed.push(line));
  vi.spyOn(console, "error").mockImplementation((line: unknown) => printed.push(String(line)));
});

afterEach(() => vi.restoreAllMocks());

const loading = (run: () => Promise<Tally | null>) => () => Promise.resolve({ run });

const CASES = {
  good: { about: "passes", load: loading(() => Promise.resolve({ passed: 2, failed: 0 })) },
  bad: { about: "fails", load: loading(() => Promise.resolve({ passed: 1, failed: 1 })) },
  busy: { about: "has no verdict", load: loading(() => Promise.resolve(null)) },
  broken: { about: "throws", load: loading(() => Promise.reject(new Error("no page was made"))) },
  picky: { about: "rejects its flags", load: loading(() => Promise.reject(new UsageError("Pass one origin."))) },
};

test.each([
  ["good", 0, "2 passed, 0 failed"],
  ["bad", 1, "1 passed, 1 failed"],
  ["broken", 1, "Error: no page was made"],
])("runs the case %s, exits with %i and prints its result last", async (name, code, last) => {
  expect(await runCases("try", CASES, [name])).toBe(code);
  expect(printed.at(-1)).toBe(last);
});

test("exits with 2 if there is no verdict", async () => {
  expect(await runCases("try", CASES, ["busy"])).toBe(2);
});

test.each([
  [[], "Usage: npm run try -- CASE"],
  [["goood"], "There is no case goood."],
  [["toString"], "There is no case toString."],
  [["picky"], "Pass one origin."],
])("lists the cases after the command line %j", async (words, first) => {
  expect(await runCases("try", CASES, words)).toBe(2);
  expect(printed.join("\n")).toMatch(new RegExp(`^${first}`));
  expect(printed.join("\n")).toMatch(/^ {2}good +passes$/m);
});

test("reads flags with the types of their defaults", () => {
  const defaults = { rounds: 5, dur: 0.25, out: "" };
  expect(readFlags(defaults, ["--rounds", "7", "--out=bench.json", "--url", "http://localhost"])).toEqual({
    rounds: 7,
    dur: 0.25,
    out: "bench.json",
  });
  for (const args of [["--rounds", "many"], ["--rounds="], ["--rounds", "-1"], ["--round", "5"], ["5"]])
    expect(() => readFlags(defaults, args), args.join(" ")).toThrow(Error);
});

const TEXTS = globSync("{*.md,{docs,client,scripts,src,test}/**/*.{md,ts,tsx},.github/workflows/*.yml}", { cwd: root })
  .filter((file) => !/CHANGELOG|cases\.unit\.test|node_modules/.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"));

test.each(["bench", "live", "smoke", "vitals"])("docs and workflows only name cases that %s lists", (command) => {
  const { stderr } = spawnSync(process.execPath, [join(root, "scripts", command, "run.ts")], { encoding: "utf8" });
  const cases = [...stderr.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  const named = TEXTS.flatMap((text) => [...text.matchAll(new RegExp(`\\b${command} -- ([a-z]+)`, "g"))]);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter(([, name]) => !cases.includes(name)).map(([text]) => text)).toEqual([]);
});
