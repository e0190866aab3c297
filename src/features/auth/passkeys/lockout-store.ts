/** SQL for the lockout after failed passkey sign-ins. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { passkeys, webauthnChallenges } from "../../../db/schema/passkeys.ts";
import { users } from "../../../db/schema/users.ts";
import { builder, sql, write, type SQL, type Write } from "../../../db/sql.ts";
import { LOCK_AFTER, LOCK_FOR } from "./rules.ts";

/** Guard condition: the failure for this challenge has not been counted yet. */
export const isFailureUncounted = (challengeId: string): SQL => sql`exists (
  select 1 from ${webauthnChallenges}
  where ${webauthnChallenges.id} = ${challengeId}
    and ${webauthnChallenges.chargedAt} is null)`;

export const markFailureCounted = (challengeId: string, now: Instant): Write<number> =>
  write(builder.update(webauthnChallenges).set({ chargedAt: now }).where(eq(webauthnChallenges.id, challengeId)));

export const userIsLocked = (userId: string, now: Instant): SQL =>
  sql`exists (
    select 1 from ${users}
    where ${users.id} = ${userId}
      and ${users.lockedUntil} > ${now})`;

/** True if one more failure sets the lock; evaluate it before the failure is counted. */
export const nextFailureLocks = (userId: string): SQL => sql`exists (
  select 1 from ${users}
  where ${users.id} = ${userId}
    and ${users.lockedUntil} is null
    and ${users.failedPasskeys} + 1 >= ${LOCK_AFTER})`;

/** One atomic step of the lockout; `lockoutStep` is the same in TypeScript. */
export const countFailure = (userId: string, now: Instant): Write<number> =>
  write(sql`
    update ${users} set
      failed_passkeys = case
        when ${users.lockedUntil} > ${now} then ${users.failedPasskeys}
        when ${users.lockedUntil} is null then ${users.failedPasskeys} + 1
        else 1 end,
      locked_until = case
        when ${users.lockedUntil} > ${now} then ${users.lockedUntil}
        when ${users.lockedUntil} is null and ${users.failedPasskeys} + 1 >= ${LOCK_AFTER} then ${now + LOCK_FOR}
        else null end
    where ${users.id} = ${userId}`);

/** Keeps the time of the first suspicion. */
export const suspectClone = (credentialId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(passkeys)
      .set({ cloneSuspectedAt: sql`coalesce(${passkeys.cloneSuspectedAt}, ${now})` })
      .where(eq(passkeys.credentialId, credentialId)),
  );
