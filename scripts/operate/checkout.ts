/** Puts the files of a release into this clone. */
import { git } from "../migrations/older-version.ts";
import { OperatorError } from "./operator-error.ts";

const RELEASE = /^v(\d+)\.(\d+)\.(\d+)$/;

/** Throws an OperatorError if git fails. */
function mustGit(repository: string, ...args: readonly string[]): string {
  const output = git(repository, ...args);
  if (output === null) throw new OperatorError(`This command failed: git ${args.join(" ")}`);
  return output;
}

/** Throws an OperatorError that lists the changed files. Untracked files do not count. */
export function requireCleanTree(repository: string): void {
  const changed = mustGit(repository, "status", "--porcelain", "--untracked-files=no");
  if (changed !== "")
    throw new OperatorError(`Commit or stash your changes first, because other files are checked out:\n${changed}`);
}

/** The newest of these tags that is a release; null without one. Pre-releases do not count. */
export function newestRelease(tags: readonly string[]): string | null {
  const numbers = (tag: string): number[] => (RELEASE.exec(tag) ?? []).slice(1).map(Number);
  const compare = (a: string, b: string): number =>
    numbers(a)
      .map((number, i) => number - (numbers(b)[i] ?? 0))
      .find((difference) => difference !== 0) ?? 0;
  return (
    tags
      .filter((tag) => RELEASE.test(tag))
      .toSorted(compare)
      .at(-1) ?? null
  );
}

/** Fetches the tags of `origin` and returns the one to upgrade to. Throws an OperatorError if there is none. */
export function findRelease(repository: string, wanted: string | undefined): string {
  if (wanted !== undefined && !/^v[\w.-]+$/.test(wanted))
    throw new OperatorError(`${wanted} is not the tag of a release.`);
  mustGit(repository, "fetch", "--quiet", "--tags", "origin");
  const listed = mustGit(repository, "ls-remote", "--tags", "--refs", "origin");
  const tags = listed.split("\n").map((line) => line.split("refs/tags/")[1] ?? "");
  const tag = wanted ?? newestRelease(tags);
  if (tag === null) throw new OperatorError("The repository at origin has no release.");
  if (!tags.includes(tag)) throw new OperatorError(`The repository at origin has no release ${tag}.`);
  return tag;
}

export function checkOut(repository: string, tag: string): void {
  mustGit(repository, "checkout", "--quiet", "--detach", `refs/tags/${tag}`);
}

/** True if the files are those of the tag. */
export const isCheckedOut = (repository: string, tag: string): boolean =>
  git(repository, "rev-parse", "HEAD") === mustGit(repository, "rev-parse", `refs/tags/${tag}^{commit}`);
