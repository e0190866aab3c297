/** All kinds of events in the audit log, with the default risk of each. */

export const AUDIT_KINDS = [
  "auth.login.ok",
  "auth.login.fail",
  "auth.logout",
  "session.create",
  "session.revoke",
  "session.expire",
  "session.invalidate_all",
  "token.create",
  "token.use_revoked",
  "token.revoke",
  "token.rotate",
  "token.reuse",
  "device.register",
  "device.revoke",
  "device.anomaly",
  "passkey.add",
  "passkey.remove",
  "passkey.clone",
  "mcp.consent",
  "mcp.create",
  "mcp.revoke",
  "mcp.scope_denied",
  "perm.grant",
  "perm.revoke",
  "perm.denied",
  "perm.request",
  "perm.decline",
  "invitation.create",
  "invitation.accept",
  "invitation.revoke",
  "invitation.expire",
  "signup.link",
  "signup.revoke",
  "role.change",
  "lockout.set",
  "lockout.reject",
  "lockout.clear",
  "rate.limited",
  "brute.force",
  "credential.stuffing",
  "magic.send",
  "magic.burnt",
  "oauth.state_bad",
  "oauth.pkce_store_unavailable",
  "oauth.link",
  "csrf.reject",
  "file.upload",
  "file.delete",
  "file.denied",
  "file.quarantined",
  "alarm.test",
  "audit.checkpoint",
  "audit.erase",
  "audit.alarm",
  "audit.export",
  "account.email_change",
  "account.email_proven",
  "account.password_fail",
  "account.reset",
  "account.suspend",
  "account.unsuspend",
  "account.delete",
  "account.export",
  "drive.export",
  "drive.import",
  "drive.purge",
  "drive.transfer",
  "page.purge",
  "agent.approved",
  "agent.declined",
  "agent.config_change",
  "operator.backup",
  "operator.restore",
  "operator.support",
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

const FAILURE = 30;
const LIMITED = 40;
const DENIED = 50;
const STORE_UNAVAILABLE = 60;
const BRUTE_FORCE = 80;
const STOLEN = 90;
const CHAIN_ALARM = 100;

/** Kinds missing here are ordinary successes and carry no risk. */
const RISKS: Partial<Record<AuditKind, number>> = {
  "auth.login.fail": FAILURE,
  "token.use_revoked": FAILURE,
  "token.reuse": STOLEN,
  "device.anomaly": FAILURE,
  "passkey.clone": STOLEN,
  "mcp.scope_denied": DENIED,
  "perm.denied": DENIED,
  "lockout.set": BRUTE_FORCE,
  "lockout.reject": LIMITED,
  "rate.limited": LIMITED,
  "brute.force": BRUTE_FORCE,
  "credential.stuffing": BRUTE_FORCE,
  "magic.burnt": FAILURE,
  "oauth.state_bad": FAILURE,
  "oauth.pkce_store_unavailable": STORE_UNAVAILABLE,
  "csrf.reject": DENIED,
  "file.denied": DENIED,
  "file.quarantined": FAILURE,
  "account.password_fail": FAILURE,
  "audit.alarm": CHAIN_ALARM,
};

const KINDS: ReadonlySet<unknown> = new Set(AUDIT_KINDS);

export function isAuditKind(value: unknown): value is AuditKind {
  return KINDS.has(value);
}

/** The risk of a kind: an integer from 0 (expected) to 100 (the audit log itself is in doubt). */
export function defaultRisk(kind: AuditKind): number {
  return RISKS[kind] ?? 0;
}
