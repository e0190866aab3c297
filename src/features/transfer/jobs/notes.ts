/** Notes on individual archive entries. */
import type { TransferNote } from "./contract.ts";

const of =
  (kind: TransferNote["kind"]) =>
  (path: string, reason: string): TransferNote => ({ kind, path: path.slice(0, 500).toWellFormed(), reason });

export const skipped = of("skipped");
export const changed = of("changed");
