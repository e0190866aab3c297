/** SQL of changes of address, from the wish to the proof. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query, type SQL, print } from "../../db/sql.ts";

type NewChange = {
  readonly id: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly email: string;
  /** Asked for beyond the address's limit: the row looks mailed, so nothing is. */
  readonly muted: boolean;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

/** Born in the user's present epoch, which a sign-out everywhere ends. */
export const insertChange = (change: NewChange): Query<number> =>
  write(sql`insert into email_changes (id, token_hash, user_id, email, previous_email, epoch, created_at, expires_at, mailed_at)
    select ${change.id}, ${change.tokenHash}, id, ${change.email}, login_email, epoch, ${change.now}, ${change.expiresAt}, ${change.muted ? change.now : null}
    from users where id = ${change.userId}`);

/** What was wished before no longer counts: the last wish is the one. */
export const spendChanges = (userId: string, now: Instant): Query<number> =>
  write(sql`update email_changes set used_at = ${now} where user_id = ${userId} and used_at is null`);

/** Condition over `email_changes c`: nobody used it, its time is not up, and the user's credentials are those of then. */
const isOpen = (now: Instant): SQL => sql`c.used_at is null and c.expires_at > ${now} and exists (
  select 1 from users u where u.id = c.user_id and u.epoch = c.epoch and u.suspended_at is null)`;

export type MailableChange = { readonly email: string; readonly expiresAt: Instant };

/** Claims the sending of the link; null when it went out, is muted or is no longer open. */
export const claimMail = (changeId: string, now: Instant): Query<MailableChange | null> =>
  first<{ email: string; expires_at: number }, MailableChange>(
    sql`update email_changes as c set mailed_at = ${now}
        where c.id = ${changeId} and c.mailed_at is null and ${isOpen(now)} returning email, expires_at`,
    (row) => ({ email: row.email, expiresAt: row.expires_at }),
  );

export const releaseMail = (changeId: string): Query<number> =>
  write(sql`update email_changes set mailed_at = null where id = ${changeId}`);

export type Change = {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly isOpen: boolean;
  readonly name: string;
  /** The proven address the new one would replace. */
  readonly loginEmail: string;
};

type ChangeRow = {
  id: string;
  user_id: string;
  email: string;
  is_open: number;
  name: string;
  login_email: string;
};

export const findChange = (tokenHash: string, now: Instant): Query<Change | null> =>
  first<ChangeRow, Change>(
    sql`select c.id, c.user_id, c.email, ${isOpen(now)} as is_open, o.name, o.login_email
        from email_changes c join users o on o.id = c.user_id where c.token_hash = ${tokenHash}`,
    (row) => ({
      id: row.id,
      userId: row.user_id,
      email: row.email,
      isOpen: row.is_open === 1,
      name: row.name,
      loginEmail: row.login_email,
    }),
  );

/** One of many racers wins, and nobody does once the address is somebody else's. Keeps the address that is replaced. */
export const claimChange = (changeId: string, claimId: string, now: Instant): Query<number> =>
  write(sql`update email_changes as c set used_at = ${now}, claim_id = ${claimId},
      previous_email = (select login_email from users where id = c.user_id)
    where c.id = ${changeId} and ${isOpen(now)}
      and not exists (select 1 from users o where o.login_email = c.email and o.id <> c.user_id)`);

export const changeIsClaimedBy = (changeId: string, claimId: string): SQL =>
  sql`exists (select 1 from email_changes where id = ${changeId} and claim_id = ${claimId})`;

export const wasClaimedBy = (changeId: string, claimId: string): Query<boolean> => ({
  ...print(sql`select 1 from email_changes where id = ${changeId} and claim_id = ${claimId}`),
  read: (rows) => rows.length > 0,
});

/** Takes the user's session with this hash, and its device, along into the epoch that begins next. */
export const carryOver = (userId: string, tokenHash: string): Query<number>[] => [
  write(sql`update devices set epoch = epoch + 1 where user_id = ${userId}
    and id = (select device_id from sessions where token_hash = ${tokenHash})
    and epoch = (select epoch from users where id = ${userId})`),
  write(sql`update sessions set epoch = epoch + 1 where token_hash = ${tokenHash} and user_id = ${userId}
    and epoch = (select epoch from users where id = ${userId})`),
];

export const moveAddress = (userId: string, email: string, now: Instant): Query<number> =>
  write(sql`update users set email = ${email}, login_email = ${email}, updated_at = ${now} where id = ${userId}`);
