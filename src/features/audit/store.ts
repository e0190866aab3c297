/** SQL of the outbox that entries wait in until they are in the chain, and of whom they are about. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, prepare, rowsOf, sql, type Named, type Query } from "../../db/sql.ts";
import { auditOutbox } from "../../db/schema/outbox.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { currentTokenHash } from "../../permissions/credential.ts";

/** When the act happened that has waited longest; null when none waits. Ids sort by time, so it is the first one. */
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

/** Whose credential it is, whether it is still good or not; null when it is nobody's. */
export const findCredentialOwner = ({ kind, tokenHash }: Caller): Query<Owner | null> =>
  kind === "session" ? first(ownerOfSession({ tokenHash })) : first(ownerOfToken({ tokenHash }));
