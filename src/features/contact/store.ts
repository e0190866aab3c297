/** SQL for messages to the administrators. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import { contactMessages } from "../../db/schema/people.ts";
import { aliased, builder, first, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import type { ContactMessage } from "./contract.ts";

type NewMessage = ContactMessage & { id: string; userId: string; now: Instant };

export const insertContactMessage = ({ now, ...message }: NewMessage): Write<number> =>
  write(builder.insert(contactMessages).values({ ...message, createdAt: now }));

const stored = {
  name: contactMessages.name,
  email: contactMessages.email,
  subject: contactMessages.subject,
  message: contactMessages.message,
  mailedAt: contactMessages.mailedAt,
};

export const findContactMessage = (id: string): Query<RowOf<typeof stored> | null> =>
  first(builder.select(aliased(stored)).from(contactMessages).where(eq(contactMessages.id, id)));

export const markMessageMailed = (id: string, now: Instant): Write<number> =>
  write(builder.update(contactMessages).set({ mailedAt: now }).where(eq(contactMessages.id, id)));
