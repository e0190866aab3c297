/** Ends expired invitations. */
import type { Deps } from "../../deps.ts";
import { auditStatementIf } from "../../commit/audit-note.ts";
import { flushOutbox } from "../../commit/flush.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import * as store from "./expiry-store.ts";

/** Invitations ended per run; the cron runs every minute. */
const BATCH = 100;
const NOBODY = { ip: "", userAgent: "" };

export async function sweepInvitations(deps: Deps): Promise<void> {
  const { now } = deps;
  const [expired] = await writeExempt(deps.db, exempt.job, [
    store.findExpired(now, BATCH),
    store.closeGranted(now, BATCH),
  ]);
  if (expired.length === 0) return;
  await writeExempt(
    deps.db,
    exempt.job,
    expired.flatMap(({ id, pageId, driveId, email, invitedBy }) => [
      auditStatementIf(
        deps,
        {
          kind: "invitation.expire",
          by: { userId: invitedBy, client: NOBODY },
          email,
          resource: pageId === null ? { type: "drive", id: driveId ?? "" } : { type: "page", id: pageId },
          detail: { invitation: id },
        },
        store.isExpired(id, now),
      ),
      store.deleteExpired(id, now),
    ]),
  );
  flushOutbox(deps, true, []);
}
