/**
 * The state parameter of a sign-in in progress (RFC 6749 §10.12): signed, bound to one browser, and the source of its
 * PKCE verifier.
 */
import * as z from "zod";
import type { Instant } from "../../../kernel/clock.ts";
import type { Keys } from "../../../platform/keys.ts";
import { sha256 } from "../../../platform/tokens.ts";
import type { ProviderName } from "./contract.ts";
import { isSignInUnderWay } from "./rules.ts";

export type FlowState = {
  readonly provider: ProviderName;
  readonly startedAt: Instant;
  readonly nonceHash: string;
  /** Hash of the cookie of the browser that started the flow. */
  readonly bindingHash: string;
  readonly next: string;
  /** 1 once our own page has reposted the provider's form, because the first post came without a cookie. */
  readonly hop: 0 | 1;
};

/** Maximum length in characters; a longer state is not parsed. */
const MAX_LENGTH = 512;

const Hash = z.string().regex(/^[\w-]{43}$/);
const Payload = z.tuple([
  z.enum(["providera", "providerb"]),
  z.int(),
  Hash,
  Hash,
  z.string().startsWith("/"),
  z.literal([0, 1]),
]);

/** Encodes the state for the provider to return. A `next` that is too long is dropped; without it the state always fits. */
export function sealState(keys: Keys, state: FlowState): string {
  const { provider, startedAt, nonceHash, bindingHash, next, hop } = state;
  const payload: z.input<typeof Payload> = [provider, startedAt, nonceHash, bindingHash, next, hop];
  const encoded = Buffer.from(JSON.stringify(payload)).toString("base64url");
  const sealed = `${encoded}.${keys.sign("oauth-state", encoded)}`;
  return sealed.length <= MAX_LENGTH ? sealed : sealState(keys, { ...state, next: "/" });
}

type OpenedState = { readonly ok: true; readonly state: FlowState } | { readonly ok: false; readonly reason: string };

/**
 * Decodes a state returned by this provider, and checks everything that needs no database; the signature is verified
 * before the content is parsed. `reason` is for the audit log.
 */
export function openState(keys: Keys, text: string, provider: ProviderName, now: Instant): OpenedState {
  const fail = (reason: string): OpenedState => ({ ok: false, reason });
  if (text === "") return fail("state_missing");
  if (text.length > MAX_LENGTH) return fail("state_long");
  const [encoded = "", signature = "", ...rest] = text.split(".");
  if (rest.length > 0 || !keys.verify("oauth-state", signature, encoded)) return fail("state_forged");
  const payload = Payload.safeParse(parseJson(Buffer.from(encoded, "base64url").toString()));
  if (!payload.success) return fail("state_malformed");
  const [of, startedAt, nonceHash, bindingHash, next, hop] = payload.data;
  if (of !== provider) return fail("state_swapped");
  if (!isSignInUnderWay(startedAt, now)) return fail("state_expired");
  return { ok: true, state: { provider: of, startedAt, nonceHash, bindingHash, next, hop } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the browser that returned is the one that started. Several cookies of one name are a sign of an attack. */
export function isBound(state: FlowState, cookies: readonly string[]): boolean {
  const [cookie, ...more] = cookies;
  return more.length === 0 && cookie !== undefined && sha256(cookie) === state.bindingHash;
}

/** Identifies the flow in the database, independent of the hop. */
export const markOf = (keys: Keys, state: FlowState): string => sha256(sealState(keys, { ...state, hop: 0 }));

/**
 * The PKCE verifier (RFC 7636 §4.1, 43 characters) of this state in this browser. It is derived instead of stored, so
 * that it does not depend on the database.
 */
export const verifierOf = (keys: Keys, state: string, binding: string): string => keys.sign("pkce", state, binding);

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export const codeChallengeOf = (verifier: string): string => sha256(verifier);
