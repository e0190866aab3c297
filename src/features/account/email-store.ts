/** SQL for changes of address, from the request to the proof. */
import { and, eq, isNull } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import type { Language } from "../../kernel/preferences.ts";
import { devices } from "../../db/schema/devices.ts";
import { emailChanges, sessions } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import {
  builder,
  changing,
  first,
  isMet,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";

type NewChange = {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly email: string;
  /** Requested beyond the address's rate limit: the row is inserted as already mailed, so no mail is sent. */
  readonly muted: boolean;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

/** Bound to the user's current epoch, which signing out everywhere ends. */
export const insertChange = (change: NewChange): Write<number> =>
  write(sql`
    insert into ${emailChanges}
      (id, token_hash, user_id, email, previous_email, epoch, created_at, expires_at, mailed_at)
    select ${change.id}, ${change.tokenHash}, ${users.id}, ${change.email}, ${users.loginEmail}, ${users.epoch},
      ${change.now}, ${change.expiresAt}, ${change.muted ? change.now : null}
    from ${users}
    where ${users.id} = ${change.userId}`);

/** Cancels earlier changes: only the latest request counts. */
export const cancelPendingChanges = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(emailChanges)
      .set({ usedAt: now })
      .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt))),
  );

/** Condition over `email_changes`: unused, not expired, the user is not suspended, and their epoch is unchanged. */
const isOpen = (now: Instant): SQL => sql`${emailChanges.usedAt} is null
  and ${emailChanges.expiresAt} > ${now}
  and exists (
    select 1 from ${users}
    where ${users.id} = ${emailChanges.userId}
      and ${users.epoch} = ${emailChanges.epoch}
      and ${users.suspendedAt} is null)`;

const mailable = {
  email: emailChanges.email,
  expiresAt: emailChanges.expiresAt,
  language: sql<Language | null>`(
    select ${users.language} from ${users}
    where ${users.id} = ${emailChanges.userId})`,
};

export type MailableChange = RowOf<typeof mailable>;

/** Claims the sending of the link; null if it was already sent, is muted or is no longer open. */
export const claimChangeMail = (changeId: string, now: Instant): Write<MailableChange | null> =>
  changing(
    first(
      rowsOf(
        mailable,
        (columns) => sql`
          update ${emailChanges} set mailed_at = ${now}
          where ${emailChanges.id} = ${changeId}
            and ${emailChanges.mailedAt} is null
            and ${isOpen(now)}
          returning ${columns}`,
      ),
    ),
  );

export const releaseChangeMail = (changeId: string): Write<number> =>
  write(builder.update(emailChanges).set({ mailedAt: null }).where(eq(emailChanges.id, changeId)));

const change = (now: Instant) => ({
  id: emailChanges.id,
  userId: emailChanges.userId,
  email: emailChanges.email,
  isOpen: sql<0 | 1>`${isOpen(now)}`,
  name: users.name,
  /** The proven address that the new one would replace. */
  loginEmail: users.loginEmail,
});

type ChangeRow = RowOf<ReturnType<typeof change>>;

export type EmailChange = Omit<ChangeRow, "isOpen"> & { readonly isOpen: boolean };

export const findChange = (tokenHash: string, now: Instant): Query<EmailChange | null> =>
  first(
    rowsOf(
      change(now),
      (columns) => sql`
        select ${columns}
        from ${emailChanges}
        join ${users} on ${users.id} = ${emailChanges.userId}
        where ${emailChanges.tokenHash} = ${tokenHash}`,
    ),
    (row) => ({ ...row, isOpen: row.isOpen === 1 }),
  );

/**
 * Only one of several concurrent claims succeeds, and none does once the address belongs to another account. Records
 * the address being replaced.
 */
export const claimChange = (changeId: string, claimId: string, now: Instant): Write<number> =>
  write(sql`
    update ${emailChanges} set
      used_at = ${now},
      claim_id = ${claimId},
      previous_email = (
        select ${users.loginEmail} from ${users}
        where ${users.id} = ${emailChanges.userId})
    where ${emailChanges.id} = ${changeId}
      and ${isOpen(now)}
      and not exists (
        select 1 from ${users}
        where ${users.loginEmail} = ${emailChanges.email}
          and ${users.id} <> ${emailChanges.userId})`);

export const changeIsClaimedBy = (changeId: string, claimId: string): SQL => sql`exists (
  select 1 from ${emailChanges}
  where ${emailChanges.id} = ${changeId}
    and ${emailChanges.claimId} = ${claimId})`;

export const wasChangeClaimedBy = (changeId: string, claimId: string): Query<boolean> =>
  isMet(changeIsClaimedBy(changeId, claimId));

/** Moves the user's session with this hash, and its device, to the next epoch. */
export const keepSessionAcrossEpoch = (userId: string, tokenHash: string): Write<number>[] => {
  const present = sql`(select ${users.epoch} from ${users} where ${users.id} = ${userId})`;
  const device = sql`(
    select ${sessions.deviceId} from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash})`;
  return [
    write(
      builder
        .update(devices)
        .set({ epoch: sql`${devices.epoch} + 1` })
        .where(and(eq(devices.userId, userId), eq(devices.id, device), eq(devices.epoch, present))),
    ),
    write(
      builder
        .update(sessions)
        .set({ epoch: sql`${sessions.epoch} + 1` })
        .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.userId, userId), eq(sessions.epoch, present))),
    ),
  ];
};

export const updateAddress = (userId: string, email: string, now: Instant): Write<number> =>
  write(builder.update(users).set({ email, loginEmail: email, updatedAt: now }).where(eq(users.id, userId)));
