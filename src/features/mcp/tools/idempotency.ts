/**
 * Calls that a client may repeat by a key of its own: the second is answered as the first was, and changes nothing. The key
 * is taken before the call and the answer kept after it, in statements of their own: of a call that broke off in between
 * nobody knows what became of it, and its repetition is told so.
 */
import type { Deps } from "../../../deps.ts";
import { AppError, invalid, type ErrorCode } from "../../../kernel/errors.ts";
import { sha256 } from "../../../platform/tokens.ts";
import type { Arguments, Tool, ToolCall } from "./tool.ts";
import * as store from "./idempotency-store.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";

type Structured = Record<string, unknown>;

/** After these it is not known whether anything was changed. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(["internal", "unavailable"]);

/** Runs the call, or answers as it was answered before. Throws `invalid_request` for a key of another call, and `conflict` for one without an outcome. */
export async function callOnce(context: ToolCall, tool: Tool, args: Arguments): Promise<Structured> {
  const { idempotencyKey, ...call } = args;
  if (idempotencyKey === undefined) return tool.run(context, args);
  const { db, now } = context.deps;
  const { credentialId: tokenId } = await context.actor();
  // Hashed: a client may put anything into a key, and nobody has to read it.
  const id = { tokenId, key: sha256(idempotencyKey) };
  const callHash = sha256(`${tool.name}\0${JSON.stringify(call)}`);
  if ((await writeOneExempt(db, exempt.bookkeeping, store.takeKey(id, callHash, now))) === 0)
    return findAnswer(context.deps, id, callHash);
  try {
    const answer = await tool.run(context, args);
    // Kept before it is given: a client that was answered may rely on it.
    await writeOneExempt(db, exempt.bookkeeping, store.saveAnswer(id, JSON.stringify(answer)));
    return answer;
  } catch (error) {
    if (error instanceof AppError && !UNKNOWN.has(error.code))
      await writeOneExempt(db, exempt.bookkeeping, store.releaseKey(id));
    throw error;
  }
}

async function findAnswer(
  { db }: Pick<Deps, "db">,
  id: { readonly tokenId: string; readonly key: string },
  callHash: string,
): Promise<Structured> {
  const known = await db.one(store.findCall(id));
  if (known && known.callHash !== callHash) {
    throw invalid("idempotencyKey", "idempotencyKey: this key stood for another call. Take a new one.");
  }
  if (known?.answer) return JSON.parse(known.answer) as Structured; // as it was kept
  throw new AppError(
    "conflict",
    "The call with this key is still running, or broke off: it may have been done. If it was not, repeat it with a new key.",
  );
}
