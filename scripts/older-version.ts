/** Which commit had another schema than the files that lie here now; what git knows, no more. */
import { execFileSync } from "node:child_process";

const MIGRATIONS = "migrations";

/** What git prints, or null when it refuses: no repository, no such commit, or one beyond the end of a shallow clone. */
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
 * The newest commit of the main line whose migrations differ from those here: the one before the last change of them, or
 * HEAD when they are changed and not committed. Null where there is none: then there is nothing to compare.
 */
export function findOlderVersion(folder: string): string | null {
  if (git(folder, "rev-parse", "--verify", "HEAD") === null) return null;
  if (git(folder, "status", "--porcelain", "--", MIGRATIONS) !== "") return git(folder, "rev-parse", "HEAD");
  const changed = git(folder, "log", "--first-parent", "-1", "--format=%H", "--", MIGRATIONS);
  if (!changed) return null;
  const before = git(folder, "rev-parse", "--verify", `${changed}^1`);
  // A version without any migrations is none that ever ran.
  return before !== null && git(folder, "ls-tree", before, MIGRATIONS) ? before : null;
}

/** Migrations of that commit that are not here as they were. A deployed database has them, and never runs them again. */
export function changedSince(folder: string, commit: string): string[] {
  const listed = git(folder, "diff", "--no-renames", "--name-only", "--diff-filter=MDT", commit, "--", MIGRATIONS);
  return listed ? listed.split("\n") : [];
}
