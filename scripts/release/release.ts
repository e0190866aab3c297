/** The steps of a release: version, changelog, commit, tag and the files that are attached to it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nextVersion, releaseChangelog, withVersion, type Step } from "./changelog.ts";

type ReleaseOptions = {
  readonly repository: string;
  readonly step: Step;
  /** Such as 2026-11-29. */
  readonly date: string;
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
  /** Builds both Workers into `dist/worker` and `dist/parser`, and the browser's files into `dist/web`. */
  readonly build: () => Promise<void>;
};

const VERSIONED = ["package.json", "package-lock.json"];
/** Folders of `dist` by the name of their archive. */
const BUILT = { worker: ["worker", "web"], parser: ["parser"] };

/** Pushes nothing. Throws before it changes anything if the tree is not clean or the changelog has nothing new. */
export async function release({ repository, step, date, isDryRun, say, build }: ReleaseOptions): Promise<void> {
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: repository, encoding: "utf8" }).trim();
  const read = (name: string): string => readFileSync(join(repository, name), "utf8");
  if (run("git", "status", "--porcelain") !== "") throw new Error("Commit or stash your changes first.");
  const { version: from } = JSON.parse(read("package.json")) as { version: string };
  const version = nextVersion(from, step);
  const tag = `v${version}`;
  if (run("git", "tag", "--list", tag) !== "") throw new Error(`The tag ${tag} exists already.`);
  const { text, notes } = releaseChangelog(read("CHANGELOG.md"), version, date);
  const files = [
    ...VERSIONED.map((name) => [name, withVersion(read(name), from, version)] as const),
    ["CHANGELOG.md", text] as const,
  ];
  const branch = run("git", "branch", "--show-current");
  say(`${from} becomes ${version}:\n\n${notes}\n`);
  if (isDryRun) return say("Nothing was changed.");

  for (const [name, content] of files) writeFileSync(join(repository, name), content);
  try {
    // Built before the commit, so that a version that does not build gets no tag.
    await build();
    run("git", "commit", "--quiet", "--message", `Release ${version}`, "--", ...files.map(([name]) => name));
  } catch (error) {
    run("git", "checkout", "HEAD", "--", ...files.map(([name]) => name));
    throw error;
  }
  run("git", "tag", "--annotate", "--cleanup=verbatim", "--message", `Octavo ${version}\n\n${notes}`, tag);
  const folder = join(repository, "dist", "release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const source = `octavo-${version}-source.tar.gz`;
  run("git", "archive", "--format=tar.gz", `--prefix=octavo-${version}/`, "--output", join(folder, source), tag);
  const built = Object.entries(BUILT).map(([name, folders]) => {
    const archive = `octavo-${version}-${name}.tar.gz`;
    run("tar", "-czf", join("dist", "release", archive), "-C", "dist", ...folders);
    return archive;
  });
  const sums = [source, ...built].map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  say(
    `The files to attach are in dist/release. Nothing was pushed. To publish:\n  git push origin ${branch || "HEAD"} ${tag}`,
  );
}
