/** Errors as HTTP responses: one status per code, and one body format. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AppError, type ErrorCode, type ErrorDetail, type ExceededQuota } from "../kernel/errors.ts";
import { GuardFailed } from "../platform/db.ts";
import { securedJson } from "./headers.ts";

/** Exhaustive: a new code does not compile until it has a status (RFC 9110 §15). */
export const STATUS = {
  invalid_json: 400,
  invalid_request: 400,
  invalid_content: 400,
  line_out_of_range: 400,
  not_editable: 400,
  parent_invalid: 400,
  cycle: 400,
  use_upload: 400,
  unknown_tool: 400,
  not_ai_chat: 400,
  challenge_invalid: 400,
  verification_failed: 400,
  unsupported_image: 400,
  invalid_multipart: 400,
  not_a_file: 400,
  unauthenticated: 401,
  passkey_invalid: 401,
  token_invalid: 401,
  device_invalid: 401,
  device_mismatch: 401,
  reauth_required: 401,
  forbidden: 403,
  csrf_missing: 403,
  csrf_invalid: 403,
  cross_site: 403,
  account_suspended: 403,
  scope_empty: 403,
  step_up_required: 403,
  proof_required: 403,
  sign_up_refused: 403,
  sign_ups_full: 403,
  email_unverified: 403,
  current_password_invalid: 403,
  not_found: 404,
  provider_not_configured: 404,
  method_not_allowed: 405,
  conflict: 409,
  revision_conflict: 409,
  not_trashed: 409,
  not_ready: 409,
  already_processing: 409,
  incomplete: 409,
  connection_exists: 409,
  passkey_exists: 409,
  too_many_passkeys: 409,
  too_many_children: 409,
  model_not_configured: 409,
  mail_not_configured: 409,
  payload_too_large: 413,
  storage_full: 413,
  quota_exceeded: 413,
  range_not_satisfiable: 416,
  unsupported_media_type: 415,
  no_text: 422,
  account_locked: 423,
  upgrade_required: 426,
  rate_limited: 429,
  rate_limit_unavailable: 503,
  provider_unavailable: 503,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

type ErrorBody = { error: string; code: ErrorCode; requestId: string } & Omit<
  ErrorDetail,
  "allow" | "limit" | "wholeBytes" | "exceeded"
> &
  Partial<ExceededQuota>;

/** Converts anything thrown to an AppError. Anything else is our own fault, and its details are not revealed. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof GuardFailed) {
    return new AppError("conflict", "This was changed in the meantime. Reload it and try again.");
  }
  return new AppError("internal", "Something went wrong on our side. The request id helps us find it.");
}

/** `challenge` tells the caller how to authenticate; without it, only `unauthenticated` gets a plain Bearer challenge. */
export function errorResponse(error: AppError, requestId: string, challenge?: string): Response {
  const { allow, limit, wholeBytes, exceeded, ...detail } = error.detail;
  const body: ErrorBody = { error: error.message, code: error.code, requestId, ...detail, ...exceeded };
  const answer = securedJson(body, STATUS[error.code]);
  const { headers } = answer;
  if (detail.retryAfter !== undefined) headers.set("Retry-After", String(detail.retryAfter));
  if (limit) {
    // RateLimit header fields for HTTP (IETF httpapi): what is left, when it resets, and the limit itself.
    headers.set("RateLimit", `"${limit.policy}";r=0;t=${detail.retryAfter ?? limit.windowSeconds}`);
    headers.set("RateLimit-Policy", `"${limit.policy}";q=${limit.quota};w=${limit.windowSeconds}`);
  }
  // RFC 9110 §11.6.1.
  if (challenge !== undefined || error.code === "unauthenticated")
    headers.set("WWW-Authenticate", challenge ?? "Bearer");
  if (allow) headers.set("Allow", allow.join(", "));
  if (wholeBytes !== undefined) headers.set("Content-Range", `bytes */${wholeBytes}`);
  return answer;
}
