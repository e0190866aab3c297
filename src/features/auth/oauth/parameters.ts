/** Parameters of OAuth: each may occur once, and an empty value counts as missing (RFC 6749 §3.1 and §3.2). */
import type { Parameters } from "./contract.ts";
import { OAuthError, invalidRequest } from "./oauth-error.ts";
import { resourceOf } from "./rules.ts";

export function optional(sent: Parameters, name: string): string | undefined {
  const value = sent[name];
  if (Array.isArray(value)) throw invalidRequest(`Send one ${name}.`);
  return value === "" ? undefined : value;
}

export function required(sent: Parameters, name: string): string {
  const value = optional(sent, name);
  if (value === undefined) throw invalidRequest(`Send a ${name}.`);
  return value;
}

/** RFC 8707 §2.2: a token is never issued for more than the user granted. */
export function requireGranted(origin: string, sent: Parameters, granted: string): void {
  const named = optional(sent, "resource");
  if (named === undefined) return;
  const wanted = resourceOf(origin, named);
  if (wanted === null || (wanted !== granted && granted !== origin))
    throw new OAuthError("invalid_target", "The grant does not cover that resource.");
}
