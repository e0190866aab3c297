/** The state of a sign-in under way (RFC 6749 §10.12): signed, bound to one browser, and the source of its PKCE verifier. */
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
  /** Hash of the cookie of the browser that set out. */
  readonly bindingHash: string;
  readonly next: string;
  /** 1 once our own page has posted the provider's form again, because no cookie came with the first. */
  readonly hop: 0 | 1;
};

/** Characters; a longer one is not even looked at. */
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

/** As text for the provider to hand back. A `next` that does not fit is left out; without it there is always room. */
export function sealState(keys: Keys, state: FlowState): string {
  const { provider, startedAt, nonceHash, bindingHash, next, hop } = state;
  const payload: z.input<typeof Payload> = [provider, startedAt, nonceHash, bindingHash, next, hop];
  const encoded = Buffer.from(JSON.stringify(payload)).toString("base64url");
  const sealed = `${encoded}.${keys.sign("oauth-state", encoded)}`;
  return sealed.length <= MAX_LENGTH ? sealed : sealState(keys, { ...state, next: "/" });
}

type OpenedState = { readonly ok: true; readonly state: FlowState } | { readonly ok: false; readonly reason: string };

/**
 * Reads a state that came back for this provider. Everything that can be told without the database is told here; the
 * signature comes before any look at the content. `reason` is for the audit log.
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

/** Whether the browser that came back is the one that set out. Several cookies of one name come from an attacker. */
export function isBound(state: FlowState, cookies: readonly string[]): boolean {
  const [cookie, ...more] = cookies;
  return more.length === 0 && cookie !== undefined && sha256(cookie) === state.bindingHash;
}

/** Names the flow in the database, whichever hop it is at. */
export const markOf = (keys: Keys, state: FlowState): string => sha256(sealState(keys, { ...state, hop: 0 }));

/**
 * The PKCE verifier (RFC 7636 §4.1, 43 characters) of this state in this browser. It is derived rather than stored, so
 * that it is sent whether or not the database can be reached.
 */
export const verifierOf = (keys: Keys, state: string, binding: string): string => keys.sign("pkce", state, binding);

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export const codeChallengeOf = (verifier: string): string => sha256(verifier);
