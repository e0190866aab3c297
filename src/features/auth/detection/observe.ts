/** Counts the failed sign-ins among what commits say for the audit log, and records what they add up to. */
import { commit } from "../../../commit/commit.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { FailedSignInDetector } from "./service.ts";

/** What tells that somebody failed to prove who they are; the second list only of a device's token, and if refused. */
const FAILED_SIGN_IN: readonly AuditNote["kind"][] = [
  "auth.login.fail",
  "lockout.reject",
  "token.reuse",
  "account.password_fail",
];
const FAILED_REFRESH: readonly AuditNote["kind"][] = ["device.anomaly", "token.use_revoked"];

const isFailedSignIn = ({ kind, outcome, resource }: AuditNote): boolean =>
  FAILED_SIGN_IN.includes(kind) ||
  (FAILED_REFRESH.includes(kind) && resource?.type === "device" && outcome !== "ok" && outcome !== undefined);

const failedSignIns = new FailedSignInDetector();

/** Shown every commit, so that no sign-in method can forget to have its failures counted. */
export function detectFailedSignIns(deps: Deps, notes: readonly AuditNote[]): void {
  const failure = notes.find(isFailedSignIn);
  if (!failure) return;
  const { by, subject, email } = failure;
  const stranger = { by: { userId: null, client: by.client } };
  deps.defer(async () => {
    const attempt = { userId: by.userId ?? subject ?? null, email: email ?? null, ip: by.client.ip };
    const alarms = await failedSignIns.recordFailedSignIn(deps, attempt);
    if (alarms.length === 0) return;
    // What is said of an address is said of no account: the last one tried there is as good as any other.
    const notesOf = alarms.map(({ kind, detail }): AuditNote => ({
      ...(detail.by === "account" ? failure : stranger),
      kind,
      outcome: "fail",
      flags: [],
      detail,
    }));
    await commit(deps, exempt.record, { queries: [], notes: notesOf });
  });
}
