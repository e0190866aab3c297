/** Releases in a repository of their own. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nextVersion } from "./changelog.ts";
import { release } from "./release.ts";

let repository = "";
let said: string[] = [];

const write = (name: string, text: string): void => writeFileSync(join(repository, name), text);
const read = (name: string): string => readFileSync(join(repository, name), "utf8");
const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();

const LOCK = `{\n  "name": "octavo",\n  "version": "0.1.0",\n  "packages": {\n    "": {\n      "name": "octavo",\n      "version": "0.1.0"\n    },\n    "node_modules/a": {\n      "version": "0.1.0"\n    }\n  }\n}\n`;

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), "octavo-release-test-"));
  said = [];
  write("package.json", `{\n  "name": "octavo",\n  "version": "0.1.0"\n}\n`);
  write("package-lock.json", LOCK);
  write(
    "CHANGELOG.md",
    "# Changelog\n\n## Unreleased\n\n- Pages have covers.\n\n## 0.1.0 - 2026-01-01\n\n- The first.\n",
  );
  write(".gitignore", "dist/\n");
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Ann");
  git("config", "user.email", "ann@example.com");
  git("add", ".");
  git("commit", "--quiet", "--message", "Start");
});

afterEach(() => rmSync(repository, { recursive: true }));

async function build(): Promise<void> {
  for (const name of ["worker", "web", "parser"]) {
    mkdirSync(join(repository, "dist", name), { recursive: true });
    write(join("dist", name, "index.js"), (JSON.parse(read("package.json")) as { version: string }).version);
  }
}

const run = (changes: Partial<Parameters<typeof release>[0]> = {}): Promise<void> =>
  release({
    repository,
    step: "minor",
    date: "2026-11-29",
    isDryRun: false,
    say: (line) => void said.push(line),
    build,
    ...changes,
  });

test("makes a version, a section of the changelog, a commit, an annotated tag and archives with their hashes", async () => {
  await run();
  expect(JSON.parse(read("package.json"))).toEqual({ name: "octavo", version: "0.2.0" });
  expect(read("package-lock.json")).toBe(LOCK.replace('"0.1.0"', '"0.2.0"').replace('"0.1.0"', '"0.2.0"'));
  expect(read("CHANGELOG.md")).toContain("## Unreleased\n\n## 0.2.0 - 2026-11-29\n\n- Pages have covers.\n\n## 0.1.0");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("cat-file", "-t", "v0.2.0")).toBe("tag");
  expect(git("tag", "--list", "--format=%(contents)", "v0.2.0")).toContain("- Pages have covers.");
  expect(git("rev-parse", "v0.2.0^{commit}")).toBe(git("rev-parse", "HEAD"));
  const sums = read("dist/release/SHA256SUMS").trim().split("\n");
  expect(sums).toHaveLength(3);
  for (const line of sums) {
    const [hash, name = ""] = line.split("  ");
    const bytes = readFileSync(join(repository, "dist/release", name));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
  }
  const worker = execFileSync("tar", ["-xzOf", "dist/release/octavo-0.2.0-worker.tar.gz", "worker/index.js"], {
    cwd: repository,
  });
  expect(worker.toString()).toBe("0.2.0");
  expect(said.at(-1)).toContain("git push origin main v0.2.0");
});

test("refuses changes that are not committed, and a changelog without news", async () => {
  write("notes.txt", "");
  await expect(run()).rejects.toThrow("Commit or stash");
  rmSync(join(repository, "notes.txt"));
  await run();
  await expect(run()).rejects.toThrow("nothing to release");
  expect(git("tag", "--list")).toBe("v0.2.0");
});

test("leaves everything as it was in a dry run, or if the build fails", async () => {
  const before = git("rev-parse", "HEAD");
  await run({ isDryRun: true });
  const fail = async (): Promise<void> => {
    throw new Error("The build failed.");
  };
  await expect(run({ build: fail })).rejects.toThrow("The build failed.");
  expect([git("rev-parse", "HEAD"), git("status", "--porcelain"), git("tag", "--list")]).toEqual([before, "", ""]);
});

test.each([
  ["patch", "1.2.4"],
  ["minor", "1.3.0"],
  ["major", "2.0.0"],
] as const)("a %s release after 1.2.3 is %s", (step, expected) => {
  expect(nextVersion("1.2.3", step)).toBe(expected);
});
