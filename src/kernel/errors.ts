/** All failure codes. Domain code throws `AppError` with a code; each transport maps codes to its own statuses. */
import type { ProofChallenge } from "./proof-of-work.ts";

export const ERROR_CODES = [
  "invalid_json",
  "invalid_request",
  "invalid_content",
  "line_out_of_range",
  "not_editable",
  "parent_invalid",
  "cycle",
  "use_upload",
  "unknown_tool",
  "not_ai_chat",
  "challenge_invalid",
  "verification_failed",
  "unsupported_image",
  "invalid_multipart",
  "not_a_file",
  "unauthenticated",
  "passkey_invalid",
  "token_invalid",
  "device_invalid",
  "device_mismatch",
  "reauth_required",
  "forbidden",
  "csrf_missing",
  "csrf_invalid",
  "cross_site",
  "account_suspended",
  "scope_empty",
  "step_up_required",
  "proof_required",
  "sign_up_refused",
  "sign_ups_full",
  "email_unverified",
  "current_password_invalid",
  "not_found",
  "provider_not_configured",
  "method_not_allowed",
  "conflict",
  "revision_conflict",
  "not_trashed",
  "not_ready",
  "already_processing",
  "incomplete",
  "connection_exists",
  "passkey_exists",
  "too_many_passkeys",
  "too_many_children",
  "payload_too_large",
  "storage_full",
  "quota_exceeded",
  "range_not_satisfiable",
  "unsupported_media_type",
  "no_text",
  "account_locked",
  "upgrade_required",
  "rate_limited",
  "rate_limit_unavailable",
  "provider_unavailable",
  "model_not_configured",
  "mail_not_configured",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One problem with one field of a request. `path` is dotted; empty for the body as a whole. */
export type Issue = { readonly path: string; readonly message: string };

/** The limit that was reached: at most `quota` requests in any window of `windowSeconds`. `policy` is its name. */
type ReachedLimit = { readonly policy: string; readonly quota: number; readonly windowSeconds: number };

/** The quota that was exceeded, its limit and the current usage. */
export type ExceededQuota = {
  readonly quota:
    | "text"
    | "pages"
    | "drives"
    /** Of the whole instance, measured every minute. `database` is the size of its main database. */
    | "instance_text"
    | "instance_pages"
    | "instance_files"
    | "database";
  readonly limit: number;
  readonly used: number;
};

/** Optional details of an error. Each key is returned to the caller unchanged, some of them as headers. */
export type ErrorDetail = {
  readonly issues?: readonly Issue[];
  readonly retryAfter?: number;
  readonly currentRevision?: number;
  readonly totalLines?: number;
  readonly line?: number;
  readonly allow?: readonly string[];
  readonly limit?: ReachedLimit;
  /** Shown as `quota`, `limit` and `used`. */
  readonly exceeded?: ExceededQuota;
  /** Size in bytes of the full resource, for a range request. */
  readonly wholeBytes?: number;
  /** The proof of work to send with the repeated request. */
  readonly challenge?: ProofChallenge;
};

/** An expected failure. `message` is one sentence for a person and never contains a secret, a query or a stack trace. */
export class AppError extends Error {
  override readonly name = "AppError";

  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  /** `cause` is only logged: it may contain confidential details. */
  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
  }
}

export const notFound = (what = "This"): AppError =>
  new AppError("not_found", `${what} does not exist, or you do not have access to it.`);

export const forbidden = (sentence: string): AppError => new AppError("forbidden", sentence);

export const invalid = (path: string, message: string): AppError =>
  new AppError("invalid_request", message, { issues: [{ path, message }] });

export const unauthenticated = (): AppError =>
  new AppError("unauthenticated", "Sign in, or send a valid token, to use this.");
