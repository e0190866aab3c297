/** Rules for deleting an account that need no database. */
import type { Issue } from "../../../kernel/errors.ts";
import type { DriveChoice, OwnedDrive } from "./contract.ts";

/** A drive passed to one of its admins, who may already have a drive with its slug. */
export type DriveHandover = { readonly driveId: string; readonly toUserId: string };

export const transfersOf = (choices: readonly DriveChoice[]): DriveHandover[] =>
  choices.flatMap(({ driveId, action, toUserId }) =>
    action === "transfer" && toUserId !== undefined ? [{ driveId, toUserId }] : [],
  );

/** Validates the choices: each owned drive needs exactly one, and a transfer must name one of its admins. */
export function findIssues(
  drives: readonly Pick<OwnedDrive, "id" | "name">[],
  choices: readonly DriveChoice[],
  isAdmin: (transfer: DriveHandover) => boolean,
): Issue[] {
  const owned = new Set(drives.map(({ id }) => id));
  const chosen = new Set<string>();
  const issues: Issue[] = [];
  for (const [i, { driveId, action, toUserId }] of choices.entries()) {
    if (!owned.has(driveId)) issues.push({ path: `drives.${i}.driveId`, message: "is not a drive of this account" });
    else if (chosen.has(driveId)) issues.push({ path: `drives.${i}.driveId`, message: "is listed twice" });
    else if (action === "transfer" && (toUserId === undefined || !isAdmin({ driveId, toUserId })))
      issues.push({ path: `drives.${i}.toUserId`, message: "must be an admin of this drive" });
    chosen.add(driveId);
  }
  for (const { id, name } of drives)
    if (!chosen.has(id)) issues.push({ path: `drives.${id}`, message: `choose what happens to “${name}”` });
  return issues;
}
