/**
 * `npm run audit:key [-- --env NAME]`: prints the public key for verifying the audit log's checkpoints. It is derived from
 * ROOT_SECRET and APP_ORIGIN in the environment or in the answers file, without asking the service, so that whoever operates the
 * service cannot substitute another key.
 */
import { parseArgs } from "node:util";
import { ConfigError, parseConfig } from "../../src/platform/config.ts";
import { findInstallation } from "../operate/installation.ts";
import { auditKey } from "./public-key.ts";

try {
  const { values } = parseArgs({ options: { env: { type: "string" } } });
  const installation = await findInstallation(values.env);
  const given = installation && { APP_ORIGIN: installation.origin, ...installation.secrets };
  console.log(await auditKey(parseConfig({ ENVIRONMENT: "production", ...given, ...process.env })));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`${error.message} Set ROOT_SECRET and APP_ORIGIN in the environment of this command.`);
  process.exitCode = 2;
}
