/** The audit log's public key, derived without asking the service. */
import { checkpointOrigin, createSigner } from "../../src/audit-log/checkpoint.ts";
import { createKeys } from "../../src/platform/keys.ts";

const CHAIN = 0;

export async function auditKey({ origin, rootSecret }: { origin: string; rootSecret: string }): Promise<string> {
  const seed = createKeys(rootSecret).raw("audit-checkpoint");
  return (await createSigner(checkpointOrigin({ origin, shard: CHAIN }), seed)).key;
}
