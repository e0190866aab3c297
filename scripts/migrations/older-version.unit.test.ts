/** The older version to compare with is found from the git history; if the history is too short, there is none. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changedSince, findOlderVersion } from "./older-version.ts";

let folder = "";

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

function commit(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git("add", "-A");
  git("commit", "-qm", "x");
  return git("rev-parse", "HEAD");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "octavo-git-"));
  git("init", "-q");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("finds no older version without commits or when the first commit has all migrations", () => {
  expect(findOlderVersion(folder)).toBeNull();
  commit({ "README.md": "x" });
  expect(findOlderVersion(folder)).toBeNull();
  commit({ "migrations/main/0001_a.sql": "1" });
  expect(findOlderVersion(folder)).toBeNull();
});

test("finds the commit before the last one that changed a migration", () => {
  commit({ "migrations/main/0001_a.sql": "1" });
  const older = commit({ "src/a.ts": "1" });
  commit({ "migrations/search/0001_b.sql": "2" });
  commit({ "src/a.ts": "2" });
  expect(findOlderVersion(folder)).toBe(older);
  expect(changedSince(folder, older)).toEqual([]);
});

test("finds the last commit when migrations are uncommitted, and lists the changed ones", () => {
  const older = commit({ "migrations/main/0001_a.sql": "1" });
  writeFileSync(join(folder, "migrations/main/0002_b.sql"), "2");
  expect(findOlderVersion(folder)).toBe(older);
  expect(changedSince(folder, older)).toEqual([]);
  writeFileSync(join(folder, "migrations/main/0001_a.sql"), "another");
  expect(changedSince(folder, older)).toEqual(["migrations/main/0001_a.sql"]);
});

test("finds the main line's commit when a branch with a migration was merged", () => {
  commit({ "migrations/main/0001_a.sql": "1" });
  git("checkout", "-qb", "branch");
  commit({ "migrations/main/0002_b.sql": "2" });
  git("checkout", "-q", "-");
  const older = commit({ "src/a.ts": "1" });
  git("merge", "-q", "--no-ff", "-m", "merge", "branch");
  expect(findOlderVersion(folder)).toBe(older);
});

test("finds no older version in a clone of depth 1", () => {
  commit({ "migrations/main/0001_a.sql": "1" });
  commit({ "migrations/main/0002_b.sql": "2" });
  const shallow = mkdtempSync(join(tmpdir(), "octavo-git-"));
  git("clone", "-q", "--depth", "1", `file://${folder}`, join(shallow, "clone"));
  expect(findOlderVersion(join(shallow, "clone"))).toBeNull();
  cpSync(join(shallow, "clone/migrations"), join(shallow, "none/migrations"), { recursive: true });
  expect(findOlderVersion(join(shallow, "none"))).toBeNull();
  rmSync(shallow, { recursive: true, force: true });
});
