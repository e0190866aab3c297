/**
 * Idempotency keys of tool calls: a repeated call returns the first response and changes nothing. The key is stored
 * before the call and the response after it, in separate statements. If a call breaks off in between, its outcome is
 * unknown, and a repetition gets an error that says so. A stored response is returned only if the caller can see the
 * pages in it, including trashed ones.
 */
import { AppError, invalid, notFound, type ErrorCode } from "../../../kernel/errors.ts";
import { sha256 } from "../../../platform/tokens.ts";
import type { Arguments, Tool, ToolCall } from "./tool.ts";
import * as store from "./idempotency-store.ts";
import { keepInScope } from "../../../permissions/scope.ts";
import { exempt, writeExempt, writeOneExempt } from "../../../permissions/exempt.ts";

type Structured = Record<string, unknown>;

/** Number of calls kept per token, newest first. There may be more until the next cleanup. */
const MAX_CALLS = 500;
/** Maximum length (characters of JSON) of a stored response. For a longer one only the completion is recorded. */
const LONGEST_ANSWER = 10_000;
const TOO_LONG = "null";

/** Errors after which it is unknown whether anything was changed. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(["internal", "unavailable"]);

/**
 * Runs the call, or returns the stored response. Throws `invalid_request` if the key belongs to another call, and
 * `conflict` if that call has no outcome.
 */
export async function callOnce(context: ToolCall, tool: Tool, args: Arguments): Promise<Structured> {
  const { idempotencyKey, ...call } = args;
  if (idempotencyKey === undefined) return tool.run(context, args);
  const { db, now } = context.deps;
  const { credentialId: tokenId } = await context.actor();
  // Hashed, because a client may put anything into a key, and it never needs to be read.
  const id = { tokenId, key: sha256(idempotencyKey) };
  const callHash = sha256(`${tool.name}\0${JSON.stringify(call)}`);
  const claim = store.claimKey(id, callHash, now);
  // Only one call in sixteen removes the oldest, because that reads all stored calls.
  const removal = id.key.endsWith("A") ? [store.removeOldest(tokenId, MAX_CALLS)] : [];
  const [taken] = await writeExempt(db, exempt.bookkeeping, [claim, ...removal]);
  if (taken === 0) return findAnswer(context, id, callHash);
  try {
    const answer = await tool.run(context, args);
    // Store the response before returning it, because the client may rely on the key once it has the response.
    const text = JSON.stringify(answer);
    await writeOneExempt(db, exempt.bookkeeping, store.saveAnswer(id, text.length <= LONGEST_ANSWER ? text : TOO_LONG));
    return answer;
  } catch (error) {
    if (error instanceof AppError && !UNKNOWN.has(error.code))
      await writeOneExempt(db, exempt.bookkeeping, store.releaseKey(id));
    throw error;
  }
}

async function findAnswer(
  context: ToolCall,
  id: { readonly tokenId: string; readonly key: string },
  callHash: string,
): Promise<Structured> {
  const known = await context.deps.db.one(store.findCall(id));
  if (known && known.callHash !== callHash) {
    throw invalid("idempotencyKey", "idempotencyKey: this key was used for a different call. Use a new one.");
  }
  if (known?.answer === TOO_LONG) {
    const why =
      "The call with this key was completed. Its result is too long to be stored: read the pages to see what it did.";
    throw new AppError("conflict", why);
  }
  if (known?.answer) {
    const answer = JSON.parse(known.answer) as Structured; // stored by `saveAnswer`
    await requireVisible(context, [...pagesIn(answer)]);
    return answer;
  }
  throw new AppError(
    "conflict",
    "The call with this key is still running, or was interrupted: it may have been completed. If it was not, repeat it with a new key.",
  );
}

async function requireVisible({ deps, actor }: ToolCall, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  const caller = await actor();
  const visible = keepInScope(caller, await deps.db.one(store.findViewable(caller.userId, pageIds)));
  if (visible.length < pageIds.length) throw notFound("page");
}

/** Ids of the pages in a response, without those of failed operations. */
function* pagesIn(answer: unknown, seen = new Set<string>()): Generator<string> {
  if (typeof answer !== "object" || answer === null || "error" in answer) return;
  const { pageId, id, title, revision }: { pageId?: unknown; id?: unknown; title?: unknown; revision?: unknown } =
    answer;
  const isRefused = revision === null && title === "";
  const own = pageId ?? id;
  if (typeof own === "string" && !isRefused && !seen.has(own)) {
    seen.add(own);
    yield own;
  }
  for (const part of Object.values(answer)) yield* pagesIn(part, seen);
}
