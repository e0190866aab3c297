/** Why a sign-in at a provider failed: the code for the visitor and the reason for the audit log. */
import type { SignUpRefusal } from "../../../kernel/sign-up.ts";

/** `token_invalid` is for programs; a browser returning with such a token gets `state_invalid`. */
export type RejectionCode =
  | "access_denied"
  | "state_invalid"
  | "token_invalid"
  | "email_unverified"
  | "provider_unavailable"
  | "account_suspended"
  | SignUpRefusal;

/** `reason` is for the audit log and never shown to the visitor; `cause` is for the log. */
export class ProviderRejection extends Error {
  override readonly name = "Refused";
  readonly code: RejectionCode;
  readonly reason: string;
  /** The user and address that the audit log may name. */
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
