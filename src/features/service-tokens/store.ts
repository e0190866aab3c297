/** SQL of service tokens. */
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, type Query } from "../../db/sql.ts";
import type { ServiceCall } from "./rules.ts";

type NewServiceToken = ServiceCall & { tokenHash: string; now: Instant; expiresAt: Instant };

export const insertToken = ({ resource, ...token }: NewServiceToken): Query<number> =>
  write(sql`insert into service_tokens (token_hash, audience, resource_type, resource_id, action, created_at, expires_at)
    values (${token.tokenHash}, ${token.audience}, ${resource.type}, ${resource.id}, ${token.action}, ${token.now}, ${token.expiresAt})`);

type Row = { audience: string; resource_type: string; resource_id: string; action: string };

const toCall = (row: Row): ServiceCall => ({
  audience: row.audience,
  resource: { type: row.resource_type, id: row.resource_id },
  action: row.action,
});

type Claim = { tokenHash: string; claimId: string; now: Instant };

/** Uses the token up whatever it is for; of many racers one learns what that was. */
export const consume = ({ tokenHash, claimId, now }: Claim): Query<ServiceCall | null> =>
  first<Row, ServiceCall>(
    sql`update service_tokens set used_at = ${now}, claim_id = ${claimId}
        where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
        returning audience, resource_type, resource_id, action`,
    toCall,
  );

/** What this claim got, when the reply was lost. */
export const claimed = ({ tokenHash, claimId }: Omit<Claim, "now">): Query<ServiceCall | null> =>
  first<Row, ServiceCall>(
    sql`select audience, resource_type, resource_id, action from service_tokens
        where token_hash = ${tokenHash} and claim_id = ${claimId}`,
    toCall,
  );
