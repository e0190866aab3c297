/** `npm run rollback [-- --env NAME] [--dry-run]`: returns both Workers to the versions that ran before the last deployment. */
import { parseArgs } from "node:util";
import { DEFAULT_ENV } from "./installation.ts";
import { runCommand } from "./operator.ts";
import { rollBack } from "./rollback.ts";
import { runWrangler } from "./wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: DEFAULT_ENV },
      "dry-run": { type: "boolean", default: false },
    },
  });
  await rollBack({
    env: values.env,
    isDryRun: values["dry-run"],
    run: runWrangler,
    say: (line) => console.log(line),
  });
});
