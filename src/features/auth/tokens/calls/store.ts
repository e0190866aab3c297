/** SQL for the last call made with an MCP token. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../../../kernel/clock.ts";
import { mcpTokens } from "../../../../db/schema/tokens.ts";
import { builder, write, type Write } from "../../../../db/sql.ts";

export const noteCall = (tokenId: string, call: { what: string; error: string | null; at: Instant }): Write<number> =>
  write(
    builder
      .update(mcpTokens)
      .set({ lastUsedAt: call.at, lastCall: call.what, lastCallAt: call.at, lastCallError: call.error })
      .where(eq(mcpTokens.id, tokenId)),
  );
