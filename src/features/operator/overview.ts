/** Facts about an instance that a backup records and a restore compares. */
import type { ChainTip } from "../../rpc/audit-log.ts";

/**
 * `run` is the id of the restore that has begun and not ended. `replaced`: it has begun to replace what was there, so that the
 * instance is complete only when it has ended.
 */
export type RestoreState = {
  readonly run: string | null;
  readonly replaced: { readonly rows: boolean; readonly auditLog: boolean };
};

/**
 * `restoring`: a restore has begun and not ended. `fingerprint` is the same for the same ROOT_SECRET, and says nothing else
 * about it. `auditKey` verifies checkpoints.
 */
export type Overview = RestoreState & {
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
