/** Verifies the audit log after a restore. */
import type { ChainVerdict, Publication } from "../../src/rpc/audit-log.ts";
import type { OperatorClient } from "./operator-client.ts";
import { OperatorError } from "./operator-error.ts";
import type { CopiedChain } from "./restore-chain.ts";

/** Returns a sentence for the operator. Throws if the chain is not valid. */
export async function verifyRestored(client: OperatorClient, chain: CopiedChain): Promise<string> {
  let from: number | undefined = 0;
  let entries = 0;
  let key: string | null = null;
  while (from !== undefined) {
    const verdict: ChainVerdict & Publication = await client.json("/api/operator/restore", { step: "verify", from });
    if (!verdict.valid)
      throw new OperatorError(
        `The audit log is NOT valid: entry ${verdict.firstBad?.seq}, ${verdict.firstBad?.reason}.`,
      );
    if (!verdict.isSound)
      throw new OperatorError(`The audit log stands still: ${verdict.halt?.reason ?? "see the log"}.`);
    entries += verdict.entries;
    key = verdict.key;
    from = verdict.next;
  }
  if (entries < chain.entries)
    throw new OperatorError(`The audit log has ${entries} entries, and ${chain.entries} were copied.`);
  return `The audit log is valid: ${entries} entries. Its public key: ${key}`;
}
