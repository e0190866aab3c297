/** SQL for the outbox, where entries wait until they are chained, and for the owners of credentials. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, prepare, rowsOf, sql, type Named, type Query } from "../../db/sql.ts";
import { auditOutbox } from "../../db/schema/outbox.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { currentTokenHash } from "../../permissions/credential.ts";

/** Time of the oldest entry in the outbox; null if it is empty. Ids sort by time. */
export const findLongestWaiting = (): Query<Instant | null> =>
  first(
    rowsOf(
      { createdAt: auditOutbox.createdAt },
      (columns) => sql`select ${columns} from ${auditOutbox}
        order by id
        limit 1`,
    ),
    ({ createdAt }) => createdAt,
  );

type Owner = { readonly userId: string; readonly sessionId?: string };

const ownerOfSession = prepare(({ tokenHash }: Named<"tokenHash">) =>
  rowsOf(
    { userId: sessions.userId, sessionId: sessions.id },
    (columns) => sql`select ${columns} from ${sessions} where token_hash = ${tokenHash}`,
  ),
);

const ownerOfToken = prepare(({ tokenHash }: Named<"tokenHash">) =>
  rowsOf(
    { userId: mcpTokens.userId },
    (columns) => sql`select ${columns} from ${mcpTokens} where token_hash = ${currentTokenHash(tokenHash)}`,
  ),
);

/** The owner of a credential, valid or not; null if it is unknown. */
export const findCredentialOwner = ({ kind, tokenHash }: Caller): Query<Owner | null> =>
  kind === "session" ? first(ownerOfSession({ tokenHash })) : first(ownerOfToken({ tokenHash }));
