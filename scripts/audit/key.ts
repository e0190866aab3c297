/**
 * `npm run audit:key`: prints the public key for verifying the audit log's checkpoints. It is derived from ROOT_SECRET
 * and APP_ORIGIN in the environment, without asking the service, so that whoever operates the service cannot substitute
 * another key.
 */
import { checkpointOrigin, createSigner } from "../../src/audit-log/checkpoint.ts";
import { parseConfig, ConfigError } from "../../src/platform/config.ts";
import { createKeys } from "../../src/platform/keys.ts";

const CHAIN = 0;

try {
  const { origin, rootSecret } = parseConfig({ ENVIRONMENT: "production", ...process.env });
  const seed = createKeys(rootSecret).raw("audit-checkpoint");
  console.log((await createSigner(checkpointOrigin({ origin, shard: CHAIN }), seed)).key);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`${error.message} Set ROOT_SECRET and APP_ORIGIN in the environment of this command.`);
  process.exitCode = 2;
}
