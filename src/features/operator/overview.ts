/** Facts about an instance that a backup records and a restore compares. */
import type { ChainTip } from "../../rpc/audit-log.ts";

/**
 * `restoring`: a restore has begun and not ended. `fingerprint` is the same for the same ROOT_SECRET, and says nothing else
 * about it. `auditKey` verifies checkpoints.
 */
export type Overview = {
  readonly version: string;
  readonly origin: string;
  readonly migrations: readonly string[];
  readonly users: number;
  readonly pages: number;
  readonly restoring: boolean;
  readonly fingerprint: string;
  readonly auditKey: string | null;
  readonly chain: ChainTip;
};
