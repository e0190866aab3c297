/** SQL for the notification kinds that a user has turned off. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../../kernel/caller.ts";
import { OPTIONAL_KINDS, type OptionalKind } from "../../../kernel/notification-type.ts";
import { users } from "../../../db/schema/users.ts";
import { aliased, builder, first, write, type Query, type Write } from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";

export const findKindsOff = (caller: Caller): Query<OptionalKind[] | null> =>
  first(
    builder
      .select(aliased({ off: users.notificationsOff }))
      .from(users)
      .where(eq(users.id, callerId(caller))),
    ({ off }) => OPTIONAL_KINDS.filter((kind) => off.includes(`"${kind}"`)),
  );

export const updateKindsOff = (userId: string, off: readonly OptionalKind[]): Write<number> =>
  write(
    builder
      .update(users)
      .set({ notificationsOff: JSON.stringify(off) })
      .where(eq(users.id, userId)),
  );
