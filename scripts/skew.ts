/**
 * `npm run skew [-- --from COMMIT] [-- --tests]`: whether the version before this schema works on it, as it has to while a
 * new version is rolled out and after one is rolled back. Takes that version's files out of git, puts the migrations of
 * now beside them, and runs its own contract tests; with `--tests` its tests in workerd as well. For the night.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { npm, root, run } from "./commands.ts";
import { changedSince, findOlderVersion, git } from "./older-version.ts";

const { values } = parseArgs({ options: { from: { type: "string" }, tests: { type: "boolean", default: false } } });

/** Everything in workerd but what asks how much a statement costs: an index more is a row more. */
const TESTS = ["test", "--", "--project", "workers", "--exclude", "test/cost/**"];

/** That commit's files with the schema of now, in a folder of their own. */
async function layOut(commit: string, folder: string): Promise<void> {
  const archive = join(folder, "files.tar");
  if (git(root, "archive", "--output", archive, commit) === null)
    throw new Error(`git gives out no files of ${commit}.`);
  if ((await run(["tar"], ["-xf", archive], {}, folder)) !== 0) throw new Error("The files could not be unpacked.");
  rmSync(archive);
  rmSync(join(folder, "migrations"), { recursive: true, force: true });
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

async function main(): Promise<number> {
  const commit = values.from === undefined ? findOlderVersion(root) : git(root, "rev-parse", "--verify", values.from);
  if (commit === null) {
    console.log("There is no older version here whose schema differs: nothing to compare.");
    return values.from === undefined ? 0 : 1;
  }
  const changed = changedSince(root, commit);
  if (changed.length > 0) {
    for (const file of changed)
      console.error(`${file} is not what it was: a database that has it never runs it again.`);
    return 1;
  }
  console.log(`Version ${git(root, "log", "-1", "--format=%h %s", commit)} on the schema of now:`);
  const folder = mkdtempSync(join(tmpdir(), "octavo-skew-"));
  try {
    await layOut(commit, folder);
    const contract = await run(npm, ["run", "smoke:spec:server"], {}, folder);
    const tests = values.tests ? await run(npm, TESTS, {}, folder) : 0;
    return contract || tests;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main();
