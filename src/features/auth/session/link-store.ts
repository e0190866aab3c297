/** SQL that invalidates outstanding sign-in links after a sign-in or when all sessions end. */
import { and, eq, isNull } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { magicLinks } from "../../../db/schema/sessions.ts";
import { users } from "../../../db/schema/users.ts";
import { builder, prepare, sql, write, type Named, type Write } from "../../../db/sql.ts";

const consumeByEmail = prepare(
  ({ email, now }: Named<"email" | "now">) => sql`
    update ${magicLinks} set used_at = ${now}
    where ${magicLinks.email} = ${email}
      and ${magicLinks.usedAt} is null`,
);

/** A sign-in uses up every other link sent to the address. */
export const consumeOtherLinks = (email: string, now: Instant): Write<number> => write(consumeByEmail({ email, now }));

/** Like `consumeOtherLinks`, for all outstanding links of the user. */
export const consumeLinksOf = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(magicLinks)
      .set({ usedAt: now })
      .where(
        and(
          eq(magicLinks.email, sql`(select ${users.loginEmail} from ${users} where ${users.id} = ${userId})`),
          isNull(magicLinks.usedAt),
        ),
      ),
  );
