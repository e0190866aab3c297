/** Consent: the user sees which app requests access, and chooses drives, read or write access, and an expiry. */
import { DAY } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/caller.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { hashToken, makeToken } from "../../../platform/tokens.ts";
import { authenticate, type Authenticated } from "../../../permissions/authenticate.ts";
import { allowAccount, allowToken } from "../../../permissions/authorize-account.ts";
import { isFresh } from "../../../permissions/fresh-sign-in.ts";
import { commit } from "../../../commit/commit.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireLimits } from "../../../rate-limits/service.ts";
import { MAX_TOKENS } from "../tokens/mcp/service.ts";
import { countTokens, findDrives, hasRoomForToken } from "../tokens/mcp/store.ts";
import { hashUserCode, userCodeOf } from "./authorization-request.ts";
import { requireClient, type OAuthClient } from "./clients.ts";
import { extendClientLifetime } from "./client-store.ts";
import { partsByScript, type NamePart } from "./mixed-scripts.ts";
import { OAuthError } from "./oauth-error.ts";
import {
  CLIENT_RETENTION,
  CODE_LIFETIME,
  readUserCode,
  redirectTarget,
  redirectWith,
  type RedirectTarget,
} from "./rules.ts";
import * as store from "./request-store.ts";
import { sharedSuffixOf } from "./shared-hosting.ts";
import type { Authorized } from "../../../permissions/authorized.ts";
import type { Actor } from "../../../kernel/caller.ts";

type SharedHost = { readonly host: string; readonly suffix: string };

/** The details of a request shown to the user. */
type ConsentPrompt = {
  readonly requestId: string;
  readonly name: string;
  /** The name split where its script changes; for most names a single part that is not odd. */
  readonly nameParts: readonly NamePart[];
  /** The host of the app's document, which vouches for the name. Null for a registered name, which anybody may claim. */
  readonly verifiedHost: string | null;
  /** Which of the displayed hosts are on shared hosting, and under which suffix. */
  readonly sharedHosts: readonly SharedHost[];
  readonly wantsWrite: boolean;
  readonly answer: RedirectTarget | { readonly kind: "terminal"; readonly userCode: string };
  /** Where the browser takes the response; null for a device, which polls for it. */
  readonly redirectUri: string | null;
  /** True if the user must sign in again before deciding. */
  readonly needsSignIn: boolean;
};

const gone = (): AppError =>
  new AppError(
    "not_found",
    "This request was already answered, or has expired. Start again in the app that sent you here.",
  );

/** Throws `not_found` for a request that is not open, explaining what to do. */
export async function readConsentPrompt(deps: Deps, caller: Caller, requestId: string): Promise<ConsentPrompt> {
  const { by, results } = await authenticate(deps, caller, [store.findOpen(requestId, deps.now)]);
  const [request] = results;
  if (!request) throw gone();
  const client = await clientOf(deps, request);
  const verifiedHost = client.kind === "document" ? new URL(client.id).hostname : null;
  const answer = answerOf(deps, request);
  return {
    requestId,
    name: client.name,
    nameParts: partsByScript(client.name),
    verifiedHost,
    sharedHosts: sharedAmong([verifiedHost, answer.kind === "site" ? answer.host : null]),
    wantsWrite: request.wantsWrite === 1,
    answer,
    redirectUri: request.redirectUri,
    needsSignIn: !isFresh(by.actor, deps.now),
  };
}

const sharedAmong = (hosts: readonly (string | null)[]): SharedHost[] =>
  [...new Set(hosts)].flatMap((host) => {
    const suffix = host && sharedSuffixOf(host);
    return host && suffix ? [{ host, suffix }] : [];
  });

/** The app may have been deleted since the request, or its document may be unreachable. */
const clientOf = (deps: Deps, { clientId }: store.OpenRequest): Promise<OAuthClient> =>
  requireClient(deps, clientId).catch((error: unknown) => {
    throw error instanceof OAuthError ? gone() : error;
  });

function answerOf(deps: Pick<Deps, "keys">, { id, redirectUri }: store.OpenRequest): ConsentPrompt["answer"] {
  if (redirectUri === null) return { kind: "terminal", userCode: userCodeOf(deps, id) };
  const target = redirectTarget(redirectUri);
  if (target === null) throw gone();
  return target;
}

/** Finds the request by the code shown in a terminal. Throws `not_found`, and `rate_limited` after too many attempts. */
export async function findByUserCode(deps: Deps, caller: Caller, typed: string): Promise<string> {
  const { actor } = await authenticate(deps, caller, []);
  await requireLimits(deps, [{ rule: LIMIT_RULES.oauthUserCodeByUser, value: actor.userId }], actor);
  const userCode = readUserCode(typed);
  const request = userCode && (await deps.db.one(store.findOpenByUserCode(hashUserCode(deps, userCode), deps.now)));
  if (!request) throw notFound("This code");
  return request.id;
}

export type Decision =
  | { readonly allow: false }
  | {
      readonly allow: true;
      /** Null means all drives, including future ones. */
      readonly driveIds: readonly string[] | null;
      readonly readOnly: boolean;
      readonly days: number;
    };

/** Where the browser takes the response; null for a device, which polls for it. */
type ConsentReply = { readonly to: string | null };

/**
 * Throws `not_found` for a request that is not open, `step_up_required`, `forbidden` for a drive that the caller cannot
 * see, `conflict` if the token limit is reached.
 */
export async function decide(deps: Deps, caller: Caller, requestId: string, decision: Decision): Promise<ConsentReply> {
  const driveIds = (decision.allow && decision.driveIds) || [];
  const { by, results } = await authenticate(deps, caller, [
    store.findOpen(requestId, deps.now),
    findDrives(caller, driveIds),
    countTokens(caller),
  ]);
  const [request, drives, count] = results;
  await requireLimits(deps, [{ rule: LIMIT_RULES.oauthConsentByUser, value: by.actor.userId }], by.actor);
  if (!request) throw gone();
  if (!decision.allow) return refuse(deps, by, request);
  const refusal = "An app can only be given access to drives that you can view.";
  const allowed = allowToken(by, { ids: driveIds, seen: drives, refusal });
  if (count >= MAX_TOKENS)
    throw new AppError("conflict", `You have ${MAX_TOKENS} tokens and apps. Revoke one that you no longer need.`);
  return allow(deps, by, allowed, request, decision);
}

async function allow(
  deps: Deps,
  by: Authenticated,
  allowed: Authorized<"account.createToken", Actor>,
  request: store.OpenRequest,
  decision: Decision & { readonly allow: true },
): Promise<ConsentReply> {
  const { driveIds } = decision;
  const readOnly = decision.readOnly || request.wantsWrite === 0;
  const code = request.redirectUri === null ? null : makeToken("code", deps.random);
  await commit(deps, allowed, {
    queries: [
      guard(store.isRequestOpen(request.id, deps.now)),
      guard(hasRoomForToken(by.caller, MAX_TOKENS)),
      store.recordDecision({
        id: request.id,
        caller: by.caller,
        sessionId: by.actor.credentialId,
        allowed: true,
        driveIds,
        readOnly,
        grantedUntil: deps.now + decision.days * DAY,
        codeHash: code && hashToken("code", code),
        codeExpiresAt: deps.now + CODE_LIFETIME,
        now: deps.now,
      }),
      extendClientLifetime(request.clientId, deps.now + CLIENT_RETENTION),
    ],
    notes: [note(by, request, "ok", { drives: driveIds ?? "all", readOnly, days: decision.days })],
  });
  return { to: redirectBack(deps, request, { code }) };
}

async function refuse(deps: Deps, by: Authenticated, request: store.OpenRequest): Promise<ConsentReply> {
  await commit(deps, allowAccount(by, "declineApp"), {
    queries: [
      guard(store.isRequestOpen(request.id, deps.now)),
      store.recordDecision({
        id: request.id,
        caller: by.caller,
        sessionId: by.actor.credentialId,
        allowed: false,
        driveIds: [],
        readOnly: true,
        grantedUntil: deps.now,
        codeHash: null,
        codeExpiresAt: deps.now,
        now: deps.now,
      }),
    ],
    notes: [note(by, request, "refused", {})],
  });
  return { to: redirectBack(deps, request, { error: "access_denied", error_description: "The user declined." }) };
}

const redirectBack = (
  deps: Pick<Deps, "config">,
  { redirectUri, state }: store.OpenRequest,
  answer: Readonly<Record<string, string | null>>,
): string | null => redirectUri && redirectWith(redirectUri, { ...answer, state, iss: deps.config.origin });

const note = (
  { actor }: Authenticated,
  { id, clientId }: store.OpenRequest,
  outcome: "ok" | "refused",
  detail: Readonly<Record<string, string | number | boolean | readonly string[]>>,
) =>
  ({
    kind: "mcp.consent",
    outcome,
    by: actor,
    resource: { type: "oauth_request", id },
    detail: { client: clientId, ...detail },
  }) as const;
