/** Translates errors of the AI SDK and of providers into ModelError. */
import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import { redactText } from "../platform/redact.ts";
import { ModelError, type ModelErrorCode } from "./model.ts";

const MAX_DETAIL = 500;
const MAX_RETRY_AFTER_S = 20;

const MESSAGES: Readonly<Record<ModelErrorCode, string>> = {
  busy: "The model is busy or unreachable at the moment.",
  denied: "The model's provider rejects the key of this deployment.",
  rejected: "The model's provider rejected the request.",
  silent: "The model did not answer in time.",
  interrupted: "The model's answer broke off.",
  garbled: "The model's answer could not be read.",
  too_long: "The model's answer was too long.",
  cancelled: "The request was cancelled.",
};

/** Explanations shortened, and without the key, which some providers repeat in them. */
export function cleanDetail(text: string, key: string | null): string {
  const withoutKey = key === null || key === "" ? text : text.replaceAll(key, "[redacted]");
  return redactText(withoutKey.trim(), MAX_DETAIL);
}

export const modelError = (
  code: ModelErrorCode,
  detail: string,
  key: string | null,
  retryAfter: number | null = null,
): ModelError => new ModelError(code, MESSAGES[code], cleanDetail(detail, key), retryAfter);

function codeOfStatus(status: number): ModelErrorCode {
  if (status === 429 || status >= 500) return "busy";
  return status === 401 || status === 403 ? "denied" : "rejected";
}

/** Seconds, as a number or until a date (RFC 9110 §10.2.3); only numbers are used by providers of models. */
function retryAfterOf(headers: Readonly<Record<string, string>> | undefined): number | null {
  const seconds = Number(headers?.["retry-after"]);
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) : null;
}

/** An error that ended the call before or during its stream. `responded` tells whether the provider had begun to answer. */
export function fromThrown(error: unknown, responded: boolean, key: string | null): ModelError {
  if (error instanceof ModelError) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode, data, responseBody = "" } = error;
    const explained = data === undefined ? responseBody.trim() || error.message : error.message;
    const detail = explained || `HTTP status ${statusCode}`;
    // The headers had arrived, but not all of the answer.
    if (statusCode !== undefined && statusCode < 300) return modelError("interrupted", detail, key);
    if (statusCode !== undefined && statusCode < 400) return modelError("rejected", "The address redirects.", key);
    return statusCode === undefined
      ? modelError("busy", detail, key)
      : modelError(codeOfStatus(statusCode), detail, key, retryAfterOf(error.responseHeaders));
  }
  const detail = error instanceof Error ? error.message : String(error);
  return modelError(responded ? "garbled" : "busy", detail, key);
}

/** Texts by which providers name an error within a stream, for those that give no status. */
const NAMED: readonly (readonly [RegExp, ModelErrorCode])[] = [
  [/authentication|permission|api.?key|unauthori[sz]ed|forbidden/i, "denied"],
  [/invalid|not.?found|context.?length|too.?large|unsupported/i, "rejected"],
];

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? `${value}` : "");

/** An error that the provider reports as part of a stream. */
export function fromPart(error: unknown, key: string | null): ModelError {
  // The SDK reports a stream without an ending in this way.
  if (InvalidResponseDataError.isInstance(error)) return modelError("interrupted", error.message, key);
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return modelError("garbled", error.message, key);
  if (typeof error !== "object" || error === null) return modelError("busy", String(error), key);
  const fields: Readonly<Record<string, unknown>> = { ...error };
  const message = error instanceof Error ? error.message : textOf(fields.message);
  const status = [fields.statusCode, fields.status, fields.code].map(Number).find((code) => code >= 400 && code < 600);
  const name = `${textOf(fields.type)} ${textOf(fields.code)}`;
  const named = NAMED.find(([pattern]) => pattern.test(name))?.[1];
  const detail = [textOf(fields.type), message].filter(Boolean).join(": ");
  return modelError(status === undefined ? (named ?? "busy") : codeOfStatus(status), detail, key);
}
