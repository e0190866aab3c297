/** Uses git to find the commit with a different schema than the current files, and extracts its files. */
import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const MIGRATIONS = "migrations";

/** git's output, or null if it fails: no repository, no such commit, or one beyond the end of a shallow clone. */
export function git(folder: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync("git", [...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}

/**
 * The newest commit on the main line whose migrations differ from the current ones: the one before their last change, or
 * HEAD if there are uncommitted changes. Null if there is none, and so nothing to compare.
 */
export function findOlderVersion(folder: string): string | null {
  if (git(folder, "rev-parse", "--verify", "HEAD") === null) return null;
  if (git(folder, "status", "--porcelain", "--", MIGRATIONS) !== "") return git(folder, "rev-parse", "HEAD");
  const changed = git(folder, "log", "--first-parent", "-1", "--format=%H", "--", MIGRATIONS);
  if (!changed) return null;
  const before = git(folder, "rev-parse", "--verify", `${changed}^1`);
  // A version without any migrations was never deployed.
  return before !== null && git(folder, "ls-tree", before, MIGRATIONS) ? before : null;
}

/** Writes the files of a commit into an empty folder, beside the packages that are installed now. */
export function extractVersion(repository: string, commit: string, folder: string): void {
  const archive = join(folder, "files.tar");
  if (git(repository, "archive", "--output", archive, commit) === null)
    throw new Error(`git archive failed for ${commit}.`);
  execFileSync("tar", ["-xf", archive], { cwd: folder });
  rmSync(archive);
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
}

/**
 * Migrations of that commit that were changed since. A deployed database has applied them, and never runs them again.
 */
export function changedSince(folder: string, commit: string): string[] {
  const listed = git(folder, "diff", "--no-renames", "--name-only", "--diff-filter=MDT", commit, "--", MIGRATIONS);
  return listed ? listed.split("\n") : [];
}
