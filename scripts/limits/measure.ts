/**
 * `npm run limits:measure`: measures the largest request that each route accepts and updates docs/limits.md. CPU times are
 * those of this machine, so run it while the machine is idle.
 */
import { writeFile } from "node:fs/promises";
import { buildWeb } from "../build/web.ts";
import { quietWrangler, run, vitest } from "../commands.ts";
import { FIGURES } from "./meter.ts";

await buildWeb();
await writeFile(FIGURES, "{}");
const measured = await run(vitest, ["run", "--project", "workers", "test/cost/largest-requests"], {
  ...quietWrangler,
  LIMITS_METER: "1",
});
process.exitCode = measured || (await run([process.execPath], ["scripts/limits/write.ts"]));
