/** SQL of messages to the administrators. */
import type { Instant } from "../../kernel/clock.ts";
import { first, many, sql, write, type Query } from "../../db/sql.ts";
import type { ContactMessage } from "./contract.ts";

export type StoredMessage = ContactMessage & { readonly id: string; readonly mailed: boolean };

export const insertMessage = (message: ContactMessage & { id: string; userId: string; now: Instant }): Query<number> =>
  write(sql`insert into contact_messages (id, user_id, name, email, subject, message, created_at)
    values (${message.id}, ${message.userId}, ${message.name}, ${message.email}, ${message.subject}, ${message.message}, ${message.now})`);

type Row = { id: string; name: string; email: string; subject: string; message: string; mailed_at: number | null };

export const findMessage = (id: string): Query<StoredMessage | null> =>
  first<Row, StoredMessage>(
    sql`select id, name, email, subject, message, mailed_at from contact_messages where id = ${id}`,
    ({ mailed_at, ...row }) => ({ ...row, mailed: mailed_at !== null }),
  );

/** Proven addresses of everybody who administers the deployment. */
export const listAdministrators = (): Query<string[]> =>
  many<{ login_email: string }, string>(
    sql`select login_email from users where role = 'admin' and suspended_at is null and id > '' order by id limit 50`,
    (row) => row.login_email,
  );

export const markMailed = (id: string, now: Instant): Query<number> =>
  write(sql`update contact_messages set mailed_at = ${now} where id = ${id}`);
