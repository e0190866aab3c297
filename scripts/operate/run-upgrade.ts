/**
 * `npm run upgrade [-- --env NAME] [--to TAG] [--one-way] [--minutes N] [--dry-run]`: checks out a release, by default the newest one of
 * `origin`, and deploys it, first to a tenth of the traffic. Continues an upgrade that was interrupted.
 */
import { parseArgs } from "node:util";
import { buildWeb } from "../build/web.ts";
import { npm, root, run } from "../commands.ts";
import { checkOut, findRelease, isCheckedOut, requireCleanTree } from "./checkout.ts";
import { DEFAULT_ENV, loadInstallation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { runCommand } from "./operator.ts";
import { upgrade } from "./upgrade.ts";
import { runWrangler } from "./wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: DEFAULT_ENV },
      to: { type: "string" },
      "one-way": { type: "boolean", default: false },
      minutes: { type: "string", default: "5" },
      "dry-run": { type: "boolean", default: false },
      /** Set by this program for itself, after the release was checked out. */
      "checked-out": { type: "boolean", default: false },
    },
  });
  const { env, "dry-run": isDryRun } = values;
  const minutes = Number(values.minutes);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1440)
    throw new OperatorError("--minutes must be a whole number from 1 to 1440.");
  await loadInstallation(env);
  requireCleanTree(root);
  const tag = findRelease(root, values.to);
  if (values["checked-out"]) {
    if (!isCheckedOut(root, tag)) throw new OperatorError(`The files are not those of ${tag}.`);
  } else if (isDryRun) {
    console.log(`$ git checkout ${tag}\n$ npm ci`);
  } else {
    console.log(`$ git checkout ${tag}\n$ npm ci`);
    checkOut(root, tag);
    if ((await run(npm, ["ci"])) !== 0) throw new OperatorError("npm ci failed. Repeat npm run upgrade.");
    // The steps are those of the new version: it knows its bindings and migrations.
    process.exitCode = await run(npm, ["run", "upgrade", "--", ...process.argv.slice(2), "--to", tag, "--checked-out"]);
    return;
  }
  await upgrade({
    env,
    tag,
    isDryRun,
    acceptsOneWay: values["one-way"],
    minutes,
    run: runWrangler,
    say: (line) => console.log(line),
    build: buildWeb,
  });
});
