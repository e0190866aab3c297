/** Taking away what is stored about a person: all of it for themselves, the account alone for an administrator. */
import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { AdminDeps, Deps } from "../../deps.ts";
import { guard, sql } from "../../db/sql.ts";
import { callerId, callerIsAdmin, callerIsLive } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { requireFreshSignIn } from "../access/step-up.ts";
import { commit } from "../audit/service.ts";
import { streamOf } from "../transfer/service.ts";
import { PersonalArchive } from "./archive.ts";
import * as store from "./store.ts";

/** Throws `step_up_required`. */
export async function exportOwnData(deps: Deps, caller: Caller): Promise<ReadableStream<Uint8Array>> {
  const { actor, results } = await authenticate(deps, caller, [store.findAbout(callerId(caller))]);
  requireFreshSignIn(actor, deps.now);
  const [about] = results;
  if (!about) throw notFound("This account");
  const isLive = callerIsLive(caller, deps.now, deps.config.sessionIdleMs);
  await commit(deps, {
    queries: [guard(isLive)],
    notes: [{ kind: "account.export", by: actor, subject: actor.userId, detail: { scope: "everything" } }],
  });
  return streamOf(deps, new PersonalArchive(deps, caller, actor.userId).write(about));
}

/**
 * The account without its content: an administrator has no sight of other people's pages, files and messages, and does
 * not get it by exporting them. The person is told by mail. Throws `forbidden`, `step_up_required`, `not_found`.
 */
export async function exportUserData(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  const { actor, results } = await authenticate(deps, caller, [store.findAbout(userId)]);
  requireFreshSignIn(actor, deps.now);
  const [about] = results;
  if (!about) throw notFound("This user");
  const isLive = callerIsLive(caller, deps.now, deps.config.sessionIdleMs);
  await commit(deps, {
    queries: [guard(sql`${isLive} and ${callerIsAdmin(caller)}`)],
    notes: [
      {
        kind: "account.export",
        by: actor,
        subject: userId,
        resource: { type: "user", id: userId },
        detail: { scope: "account" },
      },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "account_exported" }],
  });
  return streamOf(deps, new PersonalArchive(deps, caller, userId).writeAccount(about));
}
