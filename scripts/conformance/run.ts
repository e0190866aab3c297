/**
 * `npm run conformance`: runs the MCP conformance suite against a development server in which `test/conformance`
 * replaces the MCP library and adds the tools that the suite expects.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "../commands.ts";

/** Next to the deployed configuration, whose relative paths it shares. */
const CONFIG = `wrangler.conformance-${process.pid}.toml`;

/** Wrangler only reads module aliases from its configuration. */
const SUBSTITUTE = '[alias]\n"@modelcontextprotocol/server" = "./test/conformance/server.ts"';

const path = join(root, CONFIG);
const deployed = await readFile(join(root, "wrangler.toml"), "utf8");
const substituted = deployed.replace(/^\[alias\]$/m, SUBSTITUTE);
if (substituted === deployed) throw new Error("wrangler.toml has no line “[alias]”.");
await writeFile(path, substituted);
try {
  const suite = ["node", join("scripts", "conformance", "suite.ts"), "--url", "{origin}", "--dev-log", "{log}"];
  process.exitCode = await run(
    [process.execPath],
    [join("scripts", "server", "with-server.ts"), `--config=${CONFIG}`, ...suite],
  );
} finally {
  await rm(path, { force: true });
}
