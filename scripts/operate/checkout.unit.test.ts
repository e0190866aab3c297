/** Checking out a release, with repositories of their own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkOut, findRelease, isCheckedOut, requireCleanTree } from "./checkout.ts";
import { classMigrationsBetween } from "./class-migrations.ts";

let folder = "";
const git = (repository: string, ...args: string[]): string =>
  execFileSync(
    "git",
    ["-C", join(folder, repository), "-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  );

function publish(tag: string, classes: number): void {
  const migrations = Array.from({ length: classes }, (_, i) => `[[migrations]]\ntag = "v${i + 1}"\n`);
  writeFileSync(join(folder, "origin", "wrangler.toml"), `name = "${tag}"\n${migrations.join("")}`);
  git("origin", "add", ".");
  git("origin", "commit", "--quiet", "--message", tag);
  git("origin", "tag", tag);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "octavo-checkout-test-"));
  execFileSync("git", ["init", "--quiet", join(folder, "origin")]);
  publish("v1.0.0", 1);
  execFileSync("git", ["clone", "--quiet", join(folder, "origin"), join(folder, "clone")], { stdio: "ignore" });
  publish("v1.1.0", 2);
});

afterEach(() => rmSync(folder, { recursive: true }));

test("fetches the newest release of origin, or the one that is named, and compares their classes", () => {
  const clone = join(folder, "clone");
  expect(findRelease(clone, undefined)).toBe("v1.1.0");
  expect(findRelease(clone, "v1.0.0")).toBe("v1.0.0");
  expect(() => findRelease(clone, "v9.0.0")).toThrow("no release v9.0.0");
  expect(() => findRelease(clone, "--all")).toThrow("not the tag");
  checkOut(clone, "v1.1.0");
  expect([isCheckedOut(clone, "v1.1.0"), isCheckedOut(clone, "v1.0.0")]).toEqual([true, false]);
  expect(classMigrationsBetween("v1.0.0", "v1.1.0", clone)).toEqual(["v2"]);
  expect(classMigrationsBetween("v0.9.0", "v1.1.0", clone)).toBeNull();
});

test("refuses changed files, and ignores untracked ones such as answers", () => {
  const clone = join(folder, "clone");
  writeFileSync(join(clone, "octavo.json"), "{}");
  expect(() => requireCleanTree(clone)).not.toThrow();
  writeFileSync(join(clone, "wrangler.toml"), "");
  expect(() => requireCleanTree(clone)).toThrow("wrangler.toml");
});
