/** Handles the browser's return from a provider. */
import type { Client, LocatedClient } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { raceTimeout } from "../../../platform/timeout.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { countCall } from "../../monitoring/index.ts";
import { signInVerified } from "./resolve-account.ts";
import type { ProviderName } from "./contract.ts";
import { exchangeProviderCode, secretAuth, signedAuth } from "./exchange.ts";
import { verifyIdToken } from "./id-token.ts";
import { ProviderRejection, type RejectionCode } from "./errors.ts";
import { nameInForm } from "./rules.ts";
import { redirectUri, requireProvider } from "./start.ts";
import { isBound, markOf, openState, sealState, verifierOf, type FlowState } from "./state.ts";
import * as store from "./store.ts";
import { safeNext } from "../../../kernel/safe-next.ts";

/** How long to wait for the single-use mark, in ms; after that its store counts as unreachable. */
const MARK_TIMEOUT_MS = 500;

type ProviderCallback = {
  readonly name: ProviderName;
  readonly state: string;
  readonly code: string;
  readonly idToken: string;
  readonly error: string;
  readonly iss: string;
  /** JSON in provider B's first form. */
  readonly user: string;
  /** Values of the cookie that binds the flow to a browser. */
  readonly cookies: readonly string[];
  readonly presentedSession: string | null;
  readonly signUpHash: string | null;
  readonly client: LocatedClient;
};

export type CallbackOutcome =
  | { readonly kind: "signed-in"; readonly sessionToken: string; readonly next: string }
  /** Our own page must post the form again with this state, so that the cookie is sent. */
  | { readonly kind: "repost"; readonly state: string }
  | { readonly kind: "refused"; readonly code: Exclude<RejectionCode, "token_invalid"> };

/** Throws AppError only for `provider_not_configured` and limits; everything else leads back to the sign-in page. */
export async function handleCallback(deps: Deps, back: ProviderCallback): Promise<CallbackOutcome> {
  requireProvider(deps.config, back.name);
  const notes: AuditNote[] = [];
  try {
    const state = requireState(deps, back);
    if (state.hop === 0 && back.name === "providerb" && back.cookies.length === 0)
      return { kind: "repost", state: sealState(deps.keys, { ...state, hop: 1 }) };
    if (!isBound(state, back.cookies)) throw new ProviderRejection("state_invalid", "state_unbound");
    requireValidAnswer(deps, back);
    await consumeMark(deps, back, state, notes);
    return await completeFlow(deps, back, state, notes);
  } catch (error) {
    return { kind: "refused", code: await rejectCallback(deps, back, error, notes) };
  }
}

function requireState(deps: Pick<Deps, "keys" | "now">, { name, state }: ProviderCallback): FlowState {
  const opened = openState(deps.keys, state, name, deps.now);
  if (opened.ok) return opened.state;
  throw new ProviderRejection("state_invalid", opened.reason);
}

/** Checks the provider's response parameters; `iss` (RFC 9207) is checked if present. */
function requireValidAnswer(deps: Pick<Deps, "config">, { name, iss, error, code, idToken }: ProviderCallback): void {
  const { issuer } = requireProvider(deps.config, name);
  if (iss !== "" && iss !== issuer) throw new ProviderRejection("state_invalid", "issuer_mixed_up");
  if (error === "server_error" || error === "temporarily_unavailable")
    throw new ProviderRejection("provider_unavailable", "provider_error");
  if (error !== "") throw new ProviderRejection("access_denied", "access_denied");
  if (code === "" && idToken === "") throw new ProviderRejection("state_invalid", "code_missing");
}

/**
 * Marks the flow as used. If the store is unreachable, provider A's flow continues: the verifier is still sent, and the
 * provider accepts a code only once. Provider B has no such second proof.
 */
async function consumeMark(deps: Deps, back: ProviderCallback, state: FlowState, notes: AuditNote[]): Promise<void> {
  const queries = [store.consumeMark(markOf(deps.keys, state), back.name, deps.newId(), deps.now)] as const;
  let isOurs: boolean;
  try {
    [isOurs] = await raceTimeout(commit(deps, exempt.signIn, { queries }), MARK_TIMEOUT_MS);
  } catch (cause) {
    if (back.name === "providerb") throw cause;
    deps.log.warn("oauth.mark_unavailable", { error: cause });
    notes.push({
      kind: "oauth.pkce_store_unavailable",
      outcome: "fail",
      by: { userId: null, client: back.client },
      detail: { provider: back.name },
    });
    return;
  }
  if (!isOurs) throw new ProviderRejection("state_invalid", "state_used");
}

async function completeFlow(
  deps: Deps,
  back: ProviderCallback,
  state: FlowState,
  notes: readonly AuditNote[],
): Promise<CallbackOutcome> {
  const { config, now } = deps;
  const provider = requireProvider(config, back.name);
  const token = back.name === "providerb" && back.idToken !== "" ? back.idToken : await exchangeForToken(deps, back);
  const verified = await verifyIdToken(provider, token, {
    audiences: [provider.clientId],
    isValidNonce: (nonce) => sha256(nonce) === state.nonceHash,
    now,
  });
  const { signIn } = await signInVerified(deps, {
    provider: back.name,
    issuer: provider.issuer,
    verified,
    name: back.name === "providerb" ? nameInForm(back.user) : verified.name,
    client: back.client,
    presentedSession: back.presentedSession,
    signUpHash: back.signUpHash,
    notes,
  });
  countCall(deps, providerCall(back.name), true);
  return { kind: "signed-in", sessionToken: signIn.sessionToken, next: safeNext(state.next, config.origin) };
}

async function exchangeForToken(
  deps: Pick<Deps, "config" | "keys" | "now">,
  { name, code, state, cookies }: ProviderCallback,
): Promise<string> {
  const { config, keys, now } = deps;
  const shared = { code, state, redirectUri: redirectUri(config, name), insecure: !config.production };
  if (name === "providerb") {
    const provider = requireProvider(config, name);
    return exchangeProviderCode({ ...shared, provider, auth: await signedAuth(provider, now), verifier: null });
  }
  const provider = requireProvider(config, name);
  const verifier = verifierOf(keys, state, cookies[0] ?? "");
  return exchangeProviderCode({ ...shared, provider, auth: secretAuth(provider.clientSecret), verifier });
}

/** Records the real reason in the audit log and returns the code for the visitor. Rate limits are thrown as usual. */
async function rejectCallback(
  deps: Deps,
  back: ProviderCallback,
  error: unknown,
  notes: readonly AuditNote[],
): Promise<Exclude<RejectionCode, "token_invalid">> {
  if (error instanceof AppError && error.code !== "unavailable") {
    if (notes.length > 0) deps.defer(() => commit(deps, exempt.record, { queries: [], notes }));
    throw error;
  }
  if (!(error instanceof ProviderRejection)) deps.log.error("provider.failed", { provider: back.name, error });
  const refused =
    error instanceof ProviderRejection ? error : new ProviderRejection("provider_unavailable", "service_unavailable");
  await recordRejection(deps, refused, { name: back.name, client: back.client, notes });
  return refused.code === "token_invalid" ? "state_invalid" : refused.code;
}

/** Reasons that mean the flow belongs to another browser or is invalid. */
const isStateReason = (reason: string): boolean => reason.startsWith("state_");

const OUTAGES: readonly string[] = ["exchange_unavailable", "keys_unavailable", "signing_key_unusable"];

const providerCall = (name: ProviderName): string => `sign-in provider ${name}`;

type RejectionContext = { readonly name: ProviderName; readonly client: Client; readonly notes?: readonly AuditNote[] };

/** Records a rejection in the audit log. The sign-in is rejected either way, so a failure to record it is only logged. */
export async function recordRejection(
  deps: Deps,
  refused: ProviderRejection,
  { name, client, notes = [] }: RejectionContext,
): Promise<void> {
  // A bad token or state is the client's problem; a failing provider is the operator's, and is logged.
  if (refused.code === "provider_unavailable")
    deps.log.warn("provider.refused", { provider: name, reason: refused.reason, error: refused.cause });
  // Other failures may be caused by what a visitor sends.
  if (OUTAGES.includes(refused.reason)) countCall(deps, providerCall(name), false);
  const about = {
    outcome: "fail",
    by: { userId: refused.userId, client },
    ...(refused.email && { email: refused.email }),
  } as const;
  const note: AuditNote = isStateReason(refused.reason)
    ? { ...about, kind: "oauth.state_bad", detail: { provider: name, reason: refused.reason } }
    : { ...about, kind: "auth.login.fail", detail: { method: name, reason: refused.reason } };
  await commit(deps, exempt.record, { queries: [], notes: [...notes, note] }).catch((error: unknown) => {
    deps.log.error("audit.lost", { kind: note.kind, reason: refused.reason, error });
  });
}
