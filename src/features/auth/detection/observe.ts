/** Detects attacks on sign-in: counts failed sign-ins in the audit notes of every commit, and records alarms. */
import { commit } from "../../../commit/commit.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import type { Deps } from "../../../deps.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { FailedSignInDetector } from "./service.ts";

/** Kinds of notes that mean a failed sign-in; the second list counts only for a device token whose use was not ok. */
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

/** Called for every commit, so that no sign-in method can forget to have its failures counted. */
export function detectFailedSignIns(deps: Deps, notes: readonly AuditNote[]): void {
  const failure = notes.find(isFailedSignIn);
  if (!failure) return;
  const { by, subject, email } = failure;
  const anonymous = { by: { userId: null, client: by.client } };
  deps.defer(async () => {
    const attempt = { userId: by.userId ?? subject ?? null, email: email ?? null, ip: by.client.ip };
    const alarms = await failedSignIns.recordFailedSignIn(deps, attempt);
    if (alarms.length === 0) return;
    // An alarm about an IP address names no account: the last one tried is no more relevant than any other.
    const notesOf = alarms.map(({ kind, detail }): AuditNote => ({
      ...(detail.by === "account" ? failure : anonymous),
      kind,
      outcome: "fail",
      flags: [],
      detail,
    }));
    await commit(deps, exempt.record, { queries: [], notes: notesOf });
  });
}
