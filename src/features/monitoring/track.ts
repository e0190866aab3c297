/** Events from browsers. They are counted or silently dropped, but never rejected. */
import type { Caller, Client } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/json.ts";
import type { Deps } from "../../deps.ts";
import { redactText } from "../../platform/redact.ts";
import { scaleLimit, type LimitRule } from "../../kernel/limit.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { Track } from "./contract.ts";

/** Maximum number of bytes read from a body. */
export const TRACK_BYTES = 16_384;
/** Maximum lengths of the name and of the properties' JSON, in UTF-16 units. */
const MAX_NAME_LENGTH = 64;
const MAX_PROPERTIES_LENGTH = 2_048;

/**
 * Counts events per IP address and minute in this isolate. The shared rate limits are not used, because they cost a
 * call, may be unavailable, and there is nothing to reject.
 */
const eventCounts: { readonly rule: LimitRule; minute: number; readonly taken: Map<string, number> } = {
  rule: LIMIT_RULES.trackByIp,
  minute: 0,
  taken: new Map(),
};
const MAX_ADDRESSES = 5_000;

function countEvent(ip: string, now: Instant, scale: number): boolean {
  const minute = Math.floor(now / eventCounts.rule.windowMs);
  if (minute !== eventCounts.minute) eventCounts.taken.clear();
  eventCounts.minute = minute;
  const taken = eventCounts.taken.get(ip) ?? 0;
  if (taken >= scaleLimit(eventCounts.rule, scale) || (taken === 0 && eventCounts.taken.size >= MAX_ADDRESSES))
    return false;
  eventCounts.taken.set(ip, taken + 1);
  return true;
}

/** `caller` is an unverified session from one of our own pages; its user is looked up when the event is stored. */
export async function track(deps: Deps, caller: Caller | null, client: Client, request: Request): Promise<void> {
  // Do not read a body whose declared size is too large: canceling a body midway may break the response.
  if (Number(request.headers.get("Content-Length")) > TRACK_BYTES) return;
  const text = await readAtMost(request.body, TRACK_BYTES);
  const sent = Track.safeParse(parsed(text));
  if (!deps.metrics || !sent.success || !countEvent(client.ip, deps.now, deps.config.rateLimitScale)) return;
  const { event, properties } = sent.data;
  deps.metrics.event(
    {
      id: deps.newId(),
      at: deps.now,
      event: cleanName(event),
      properties: cleanProperties(properties),
      tokenHash: caller?.tokenHash ?? null,
    },
    new DataView(deps.random(4).buffer).getUint32(0) / 2 ** 32,
  );
}

/** Returns null if the body is too long, and cancels the rest. */
async function readAtMost(body: ReadableStream<Uint8Array> | null, most: number): Promise<string | null> {
  if (body === null) return null;
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + utf8.decode();
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      return null;
    }
    text += utf8.decode(value, { stream: true });
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : parseJson(text);
  } catch {
    return null;
  }
}

const cleanName = (event: string): string =>
  redactText(event.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim(), MAX_NAME_LENGTH) || "(unnamed)";

const SECRET = /token|secret|cookie|authorization|password|signature/i;

/** JSON; `{}` if it is too long or too deeply nested. */
function cleanProperties(properties: Track["properties"]): string {
  try {
    const json = JSON.stringify(properties, (key, value: unknown) =>
      SECRET.test(key) ? "[redacted]" : typeof value === "string" ? redactText(value, MAX_PROPERTIES_LENGTH) : value,
    );
    return json.length <= MAX_PROPERTIES_LENGTH ? json : "{}";
  } catch {
    return "{}";
  }
}
