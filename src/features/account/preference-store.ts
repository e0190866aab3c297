/** SQL for a user's chosen language and appearance. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { users } from "../../db/schema/users.ts";
import { aliased, builder, first, write, type Query, type Write } from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { Preferences } from "./contract.ts";

const chosen = { language: users.language, appearance: users.appearance };

export const findPreferences = (caller: Caller): Query<Preferences | null> =>
  first(
    builder
      .select(aliased(chosen))
      .from(users)
      .where(eq(users.id, callerId(caller))),
    (row) => row,
  );

export const updatePreferences = (userId: string, preferences: Preferences, now: Instant): Write<number> =>
  write(
    builder
      .update(users)
      .set({ ...preferences, updatedAt: now })
      .where(eq(users.id, userId)),
  );
