/** Records the MCP client's name with its token, for display to users who review what it did. */
import * as z from "zod";
import { CLIENT_NAME_LENGTH } from "../../../kernel/agent.ts";
import type { Caller } from "../../../kernel/caller.ts";
import { MINUTE } from "../../../kernel/clock.ts";
import { lineOfText } from "../../../kernel/contract.ts";
import { ExpiringMap } from "../../../kernel/expiring-map.ts";
import type { Deps } from "../../../deps.ts";
import { saveClientName } from "./client-store.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";

const ClientInfo = z.object({ name: z.string(), title: z.string().optional() });

/** Sent with `initialize`, or with each request. */
const Introduction = z.object({
  params: z.object({
    clientInfo: ClientInfo.optional().catch(undefined),
    _meta: z
      .object({ "io.modelcontextprotocol/clientInfo": ClientInfo.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
});

const Line = lineOfText(CLIENT_NAME_LENGTH);

/** Null if the message has no client name, or no readable one. */
function clientNameIn(message: unknown): string | null {
  const { params } = Introduction.safeParse(message).data ?? {};
  const info = params?._meta?.["io.modelcontextprotocol/clientInfo"] ?? params?.clientInfo;
  if (info === undefined) return null;
  // Remove format characters (such as bidi controls) and lone surrogates.
  const name = (info.title ?? info.name).replaceAll(/[\p{Cf}\p{Cs}]/gu, "").slice(0, CLIENT_NAME_LENGTH);
  return Line.safeParse(name).data ?? null;
}

/** Names this isolate saved recently, so that they are not written with every request. */
const saved = new ExpiringMap<string>(5 * MINUTE, 5_000);

/** Runs after the response, for an authenticated caller. */
export function noteClient(deps: Pick<Deps, "db" | "defer" | "now">, { tokenHash }: Caller, message: unknown): void {
  const name = clientNameIn(message);
  if (name === null || saved.get(tokenHash, deps.now) === name) return;
  saved.set(tokenHash, name, deps.now);
  deps.defer(() => writeOneExempt(deps.db, exempt.bookkeeping, saveClientName(tokenHash, name)));
}
