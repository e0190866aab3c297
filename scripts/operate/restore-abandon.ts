/** Ends a restore that cannot go on. */
import type { Overview } from "../../src/features/operator/overview.ts";
import type { ChainVerdict, Publication } from "../../src/rpc/audit-log.ts";
import { OperatorError } from "./operator-error.ts";
import type { OperatorClient } from "./operator-client.ts";

const RESTORE = "/api/operator/restore";

type Options = { readonly from?: string | undefined; readonly incomplete?: boolean | undefined };

/** Throws an OperatorError that lists the choices if the instance would be incomplete, unless the operator accepts that. */
export async function abandonRestore(client: OperatorClient, { from, incomplete = false }: Options): Promise<void> {
  if (from !== undefined) throw new OperatorError("--abandon needs no backup: leave out --from.");
  const { restoring, replaced, users, pages } = await client.json<Overview>("/api/operator/backup", {
    read: "overview",
    chainAt: null,
  });
  if (!restoring) throw new OperatorError(`No restore into ${client.origin} has begun, or it has ended.`);
  const states = [
    ...(replaced.rows
      ? [`The restore had begun to replace the database, which now has ${users} users and ${pages} pages.`]
      : []),
    ...(replaced.auditLog
      ? ["The restore had begun to replace the audit log, whose former files are in audit-abandoned/ in the bucket."]
      : []),
  ];
  if (states.length > 0 && !incomplete)
    throw new OperatorError(`${states.join("\n")}
Nothing was changed. ${client.origin} stays closed until you choose:
  continue the restore:        npm run restore -- --from FOLDER, with the backup that it was of
  restore another backup:      npm run restore -- --from FOLDER --over
  open it as it is now, with what was restored so far: npm run restore -- --abandon --incomplete
  bring the database back to a minute before the restore, which opens it as well: "Going back in time without a backup" in docs/operations.md`);
  if (replaced.rows) await recount(client);
  await client.json(RESTORE, { step: "abandon", incomplete });
  console.log(`The restore was abandoned, and users can sign in to ${client.origin} again.`);
  console.log("Sessions, devices, tools' tokens and apps' access that the restore ended stay ended.");
  if (states.length === 0) return console.log("Nothing in the database or the audit log had been replaced.");
  for (const state of states) console.log(state);
  console.log("The instance is INCOMPLETE. To replace it by a backup: npm run restore -- --from FOLDER --over");
  const { isSound, halt }: ChainVerdict & Publication = await client.json(RESTORE, { step: "verify", from: 0 });
  if (!isSound)
    console.log(
      `The audit log accepts no entries${halt ? ` (${halt.reason})` : ""}: they wait until a restore with --replace-audit-log has completed.`,
    );
}

/** Counts the pages of each drive again. */
export async function recount(client: OperatorClient): Promise<void> {
  let after: string | null = null;
  do ({ after } = await client.json<{ after: string | null }>(RESTORE, { step: "recount", after }));
  while (after !== null);
}
