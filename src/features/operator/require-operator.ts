/** Admits a request only if the operator signed exactly this one, and only once. */
import { HOUR, MINUTE } from "../../kernel/clock.ts";
import { RecentSet } from "../../kernel/expiring-map.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Client } from "../../kernel/caller.ts";
import type { LimitRule } from "../../kernel/limit.ts";
import type { AuditKind } from "../../audit-log/kinds.ts";
import { commit } from "../../commit/commit.ts";
import type { Deps } from "../../deps.ts";
import { exempt } from "../../permissions/exempt.ts";
import { BODY_HASH_HEADER, hashOfBody, isSignatureOf, OPERATOR_WINDOW_MS, readOperatorHeader } from "./signing.ts";

type OperatorKind = Extract<AuditKind, `operator.${string}`>;

/** Longer than a signature is accepted, early and late clocks together. */
const ONCE: LimitRule = {
  name: "operator/nonce",
  dimension: "service",
  limit: 1,
  windowMs: 2 * OPERATOR_WINDOW_MS + MINUTE,
  fixed: true,
};
const ONCE_AN_HOUR: LimitRule = { name: "watch/operator", dimension: "ip", limit: 1, windowMs: HOUR, fixed: true };

/**
 * Returns the body. Throws `not_found` unless the request carries a valid, recent signature that was not used before, so
 * that the route does not reveal itself to anyone else. Without the rate limiter, nothing is accepted.
 */
export async function requireOperator(
  deps: Deps,
  request: Request,
  client: Client,
  { kind, bodyCap }: { readonly kind: OperatorKind; readonly bodyCap: number },
): Promise<Uint8Array> {
  const header = readOperatorHeader(request.headers.get("Authorization"));
  if (header === null || Math.abs(deps.now - header.at) > OPERATOR_WINDOW_MS) throw notFound("This address");
  const { pathname, search } = new URL(request.url);
  const bodyHash = request.headers.get(BODY_HASH_HEADER) ?? "";
  const signed = { ...header, origin: deps.config.origin, method: request.method, target: pathname + search, bodyHash };
  if (!isSignatureOf(deps.keys, header.signature, signed)) throw notFound("This address");
  if (Number(request.headers.get("Content-Length") ?? "Infinity") > bodyCap)
    throw new AppError("payload_too_large", `The request body can be at most ${bodyCap} bytes.`);
  const body = new Uint8Array(await request.arrayBuffer());
  if (hashOfBody(body) !== bodyHash) throw notFound("This address");
  const verdict = await deps.limiter.take([{ rule: ONCE, value: header.nonce }], deps.now);
  if (verdict.kind === "limited") throw notFound("This address");
  if (verdict.kind === "unavailable")
    throw new AppError("rate_limit_unavailable", "Replays cannot be detected right now. Try again.", { retryAfter: 5 });
  await recordUse(deps, client, kind);
  return body;
}

/** Uses that this isolate recorded or found recorded. */
const recorded = new RecentSet(HOUR, 100);

/** Every use is in the audit log, even if a client leaves out the requests that begin and end a backup: once an hour. */
async function recordUse(deps: Deps, client: Client, kind: OperatorKind): Promise<void> {
  if (!recorded.add(`${kind} ${client.ip}`, deps.now)) return;
  const verdict = await deps.limiter.take([{ rule: ONCE_AN_HOUR, value: `${kind} ${client.ip}` }], deps.now);
  if (verdict.kind === "allowed") await record(deps, client, kind, { used: true });
}

export async function record(
  deps: Deps,
  client: Client,
  kind: OperatorKind | "alarm.test",
  detail: Record<string, string | number | boolean>,
): Promise<void> {
  await commit(deps, exempt.record, { queries: [], notes: [{ kind, by: { userId: null, client }, detail }] });
}
