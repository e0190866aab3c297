/** Why a sign-in at a provider comes to nothing: what the visitor is told, and what the audit log is. */

/** `token_invalid` is told to programs; a browser that comes back with such a token is told `state_invalid`. */
export type RejectionCode =
  | "access_denied"
  | "state_invalid"
  | "token_invalid"
  | "email_unverified"
  | "provider_unavailable"
  | "account_suspended";

/** `reason` goes into the audit log and never to the visitor; `cause` goes into the log. */
export class ProviderRejection extends Error {
  override readonly name = "Refused";
  readonly code: RejectionCode;
  readonly reason: string;
  /** Who the audit log may name. */
  readonly userId: string | null;
  readonly email: string | null;

  constructor(
    code: RejectionCode,
    reason: string,
    about: { userId?: string | null; email?: string | null; cause?: unknown } = {},
  ) {
    super(reason, { cause: about.cause });
    this.code = code;
    this.reason = reason;
    this.userId = about.userId ?? null;
    this.email = about.email ?? null;
  }
}
