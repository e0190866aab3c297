/** SQL for OAuth clients. */
import { and, eq, lt } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { oauthClients } from "../../../db/schema/oauth.ts";
import { aliased, builder, first, sql, whole, write, type Query, type RowOf, type Write } from "../../../db/sql.ts";

const known = {
  id: oauthClients.id,
  kind: oauthClients.kind,
  name: oauthClients.name,
  redirectUris: oauthClients.redirectUris,
  checkedAt: oauthClients.checkedAt,
  failedUntil: oauthClients.failedUntil,
};

export type KnownClient = Omit<RowOf<typeof known>, "redirectUris"> & { readonly redirectUris: readonly string[] };

export const findClient = (id: string): Query<KnownClient | null> =>
  first(
    builder.select(aliased(known)).from(oauthClients).where(eq(oauthClients.id, id)),
    ({ redirectUris, ...row }): KnownClient => ({
      ...row,
      redirectUris: JSON.parse(redirectUris) as string[], // `saveClient` wrote a list of strings
    }),
  );

type NewClient = Omit<KnownClient, "checkedAt" | "failedUntil"> & {
  readonly now: Instant;
  readonly keepUntil: Instant;
};

/** Saves a client; a document that is read again updates its client. */
export const saveClient = ({ now, redirectUris, ...client }: NewClient): Write<number> => {
  const said = { name: client.name, redirectUris: JSON.stringify(redirectUris), checkedAt: now, failedUntil: null };
  return write(
    builder
      .insert(oauthClients)
      .values({ ...client, ...said, createdAt: now })
      .onConflictDoUpdate({
        target: oauthClients.id,
        set: { ...said, keepUntil: sql`max(${oauthClients.keepUntil}, ${client.keepUntil})` },
      }),
  );
};

/**
 * Records a failure to read a document. What is known of the client stays; an unknown one is deleted when the failure
 * expires.
 */
export const saveFailure = (id: string, until: Instant, now: Instant): Write<number> =>
  write(
    builder
      .insert(oauthClients)
      .values({
        id,
        kind: "document",
        name: "",
        redirectUris: "[]",
        createdAt: now,
        checkedAt: 0,
        keepUntil: until,
        failedUntil: until,
      })
      .onConflictDoUpdate({ target: oauthClients.id, set: { failedUntil: until } }),
  );

/** Extends the lifetime of a client that a user has granted access. */
export const extendClientLifetime = (id: string, until: Instant): Write<number> =>
  write(
    builder
      .update(oauthClients)
      .set({ keepUntil: until })
      .where(and(eq(oauthClients.id, id), lt(oauthClients.keepUntil, until))),
  );

export const deleteEndedClients = (now: Instant, most: number): Write<number> =>
  write(sql`delete from ${oauthClients}
    where id in (
      select id from ${oauthClients} indexed by oauth_clients_by_end
      where keep_until <= ${now}
      order by keep_until
      limit ${whole(most)})`);
