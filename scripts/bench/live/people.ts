/** The users who type: several, because one user may not have a page open as often as the benchmark needs. */
import { mcpTokenOf } from "../../../test/cost/workspace.ts";
import { hashToken } from "../../../src/platform/tokens.ts";
import type { Server } from "../server.ts";

/** A user can have a page open at most twenty times. */
export const TYPISTS = ["user-0", "user-1", "user-2", "user-3", "user-4"] as const;

/** They are admins of the drive, and have a token each. */
export async function seedTypists(server: Server): Promise<void> {
  const database = await server.database();
  for (const user of TYPISTS.slice(1)) {
    const now = Date.now();
    await database.batch([
      database
        .prepare(
          `insert into drive_members (drive_id, user_id, role, rights, granted_by, created_at)
            values ('d-1', ?, 'admin', 15, 'user-0', 1) on conflict do update set role = 'admin'`,
        )
        .bind(user),
      database
        .prepare(
          `insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, created_at, last_used_at)
            values (?, 'typist-' || ?2, ?2, 'test', 'AAAA', 'all', ?3, ?3) on conflict do nothing`,
        )
        .bind(hashToken("mcp", mcpTokenOf(user)), user, now),
    ]);
  }
}
