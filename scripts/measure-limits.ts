/**
 * `npm run limits:measure`: sends the largest request that each route accepts, writes down what it costs, and puts that into
 * docs/limits.md. The time on the processors is that of the machine; measure when it does nothing else.
 */
import { writeFile } from "node:fs/promises";
import { buildWeb } from "./build-web.ts";
import { quietWrangler, run, vitest } from "./commands.ts";
import { FIGURES } from "./limits-meter.ts";

await buildWeb();
await writeFile(FIGURES, "{}");
const measured = await run(vitest, ["run", "--project", "workers", "test/cost/largest-requests"], {
  ...quietWrangler,
  LIMITS_METER: "1",
});
process.exitCode = measured || (await run([process.execPath], ["scripts/write-limits.ts"]));
