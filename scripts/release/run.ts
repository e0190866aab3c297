/** `npm run release [-- patch|minor|major] [--dry-run]`: makes a release of the current commit, and pushes nothing. */
import { parseArgs } from "node:util";
import { npm, root, run } from "../commands.ts";
import { STEPS, type Step } from "./changelog.ts";
import { release } from "./release.ts";

const isStep = (text: string): text is Step => STEPS.some((step) => step === text);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false } },
  });
  const [step = "patch", ...others] = positionals;
  if (!isStep(step) || others.length > 0) throw new Error("Say patch, minor or major.");
  await release({
    repository: root,
    step,
    date: new Date().toISOString().slice(0, 10),
    isDryRun: values["dry-run"],
    say: (line) => console.log(line),
    build: async () => {
      if ((await run(npm, ["run", "build"])) !== 0) throw new Error("The build failed.");
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
