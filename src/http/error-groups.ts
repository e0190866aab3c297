/** Error codes that routes declare together, by what makes them possible. */

/** Of every change that a browser sends with its cookie. */
export const CSRF_ERRORS = ["csrf_missing", "csrf_invalid", "cross_site"] as const;

/** Of a JSON body. */
export const BODY_ERRORS = ["invalid_json", "invalid_request", "payload_too_large", "unsupported_media_type"] as const;

/** Of an exact limit. */
export const RATE_LIMIT_ERRORS = ["rate_limited", "rate_limit_unavailable"] as const;

/** Of whatever writes text, and of whatever makes pages. */
export const TEXT_QUOTA_ERRORS = ["quota_exceeded"] as const;
export const PAGE_QUOTA_ERRORS = ["quota_exceeded", "too_many_children"] as const;

/** Of whatever only some may see. */
export const VISIBILITY_ERRORS = ["unauthenticated", "scope_empty", "not_found"] as const;
