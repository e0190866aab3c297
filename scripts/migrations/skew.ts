/**
 * `npm run skew [-- --from COMMIT] [-- --tests] [-- --data]`: whether the version before this schema works with it, as it must during
 * a rollout and after a rollback. Extracts that version's files from git, replaces its migrations with the current ones,
 * and runs its own contract tests; with `--tests` also its tests in workerd; with `--data`, that version, this one, that one and
 * this one again write on the same data, and nothing that either wrote is lost. Intended for nightly runs.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { npm, root, run } from "../commands.ts";
import { rolledBack } from "./rolled-back.ts";
import { changedSince, extractVersion, findOlderVersion, git } from "./older-version.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    tests: { type: "boolean", default: false },
    data: { type: "boolean", default: false },
  },
});

/** All tests in workerd except those for the cost of statements, since an additional index costs an additional row. */
const TESTS = ["test", "--", "--project", "workers", "--exclude", "test/cost/**"];

/** Fills a folder with that commit's files and the current schema. */
function layOut(commit: string, folder: string): void {
  extractVersion(root, commit, folder);
  rmSync(join(folder, "migrations"), { recursive: true, force: true });
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
}

async function main(): Promise<number> {
  const commit = values.from === undefined ? findOlderVersion(root) : git(root, "rev-parse", "--verify", values.from);
  if (commit === null) {
    console.log("There is no older version with a different schema: nothing to compare.");
    return values.from === undefined ? 0 : 1;
  }
  const changed = changedSince(root, commit);
  if (changed.length > 0) {
    for (const file of changed)
      console.error(`${file} has changed, but databases that have applied it never run it again.`);
    return 1;
  }
  console.log(`Version ${git(root, "log", "-1", "--format=%h %s", commit)} on the current schema:`);
  const folder = mkdtempSync(join(tmpdir(), "octavo-skew-"));
  try {
    if (values.data) {
      extractVersion(root, commit, folder);
      return await rolledBack(folder);
    }
    layOut(commit, folder);
    const contract = await run(npm, ["run", "smoke:spec:server"], {}, folder);
    const tests = values.tests ? await run(npm, TESTS, {}, folder) : 0;
    return contract || tests;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main();
