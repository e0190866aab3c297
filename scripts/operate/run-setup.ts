/**
 * `npm run setup [-- --env NAME] [--dry-run] [--yes] [--host HOST] [--admin ADDRESS] [--location HINT] [--signup WHO]
 * [--mail-from ADDRESS] [--account NAME]`: installs Octavo in a Cloudflare account, continues an interrupted installation, or
 * changes its answers. `--yes` asks nothing, `--dry-run` only prints the commands.
 */
import { parseArgs } from "node:util";
import { buildWeb } from "../build/web.ts";
import { DEFAULT_ENV } from "./installation.ts";
import { runCommand } from "./operator.ts";
import { terminalPrompt } from "./prompt.ts";
import { ANSWER_FLAGS } from "./questions.ts";
import { setUp } from "./setup.ts";
import { runWrangler } from "./wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...ANSWER_FLAGS,
      account: { type: "string" },
      env: { type: "string", default: DEFAULT_ENV },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
  });
  const { account = null, env, "dry-run": isDryRun, yes, ...flags } = values;
  await setUp({
    env,
    flags,
    account,
    isDryRun,
    prompt: yes ? null : terminalPrompt(),
    run: runWrangler,
    say: (line) => console.log(line),
    build: buildWeb,
  });
});
