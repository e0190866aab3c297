/** Exporting stored data: all of it for the user, the account alone for an administrator. */
import type { Caller } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { AdminDeps, Deps } from "../../../deps.ts";
import { authorizeAccount, authorizeAdmin } from "../../../permissions/authorize-account.ts";
import { callerId } from "../../../permissions/credential.ts";
import { commit } from "../../../commit/commit.ts";
import { streamOf } from "../../transfer/service.ts";
import { PersonalArchive } from "./archive.ts";
import * as store from "./store.ts";

/** Throws `step_up_required`. */
export async function exportOwnData(deps: Deps, caller: Caller): Promise<ReadableStream<Uint8Array>> {
  const [allowed, about] = await authorizeAccount(deps, caller, "exportAccount", [store.findAbout(callerId(caller))]);
  const { actor } = allowed;
  if (!about) throw notFound("This account");
  await commit(deps, allowed, {
    queries: [],
    notes: [{ kind: "account.export", by: actor, subject: actor.userId, detail: { scope: "everything" } }],
  });
  return streamOf(deps, new PersonalArchive(deps, caller, actor.userId).write(about));
}

/**
 * The account without its contents: an administrator cannot see other people's pages, files and messages, and an export
 * must not get around that. The user is notified by mail. Throws `forbidden`, `step_up_required`, `not_found`.
 */
export async function exportUserData(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  const [allowed, about] = await authorizeAdmin(deps, caller, "exportUser", [store.findAbout(userId)]);
  const { actor } = allowed;
  if (!about) throw notFound("This user");
  await commit(deps, allowed, {
    queries: [],
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
