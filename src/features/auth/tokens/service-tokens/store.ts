/** SQL for service tokens. */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Instant } from "../../../../kernel/clock.ts";
import { serviceTokens } from "../../../../db/schema/sessions.ts";
import { aliased, builder, changing, first, write, type Query, type RowOf, type Write } from "../../../../db/sql.ts";
import type { ServiceCall } from "./rules.ts";

type NewServiceToken = ServiceCall & { tokenHash: string; now: Instant; expiresAt: Instant };

export const insertServiceToken = ({ resource, now, ...token }: NewServiceToken): Write<number> =>
  write(
    builder
      .insert(serviceTokens)
      .values({ ...token, resourceType: resource.type, resourceId: resource.id, createdAt: now }),
  );

const call = {
  audience: serviceTokens.audience,
  resourceType: serviceTokens.resourceType,
  resourceId: serviceTokens.resourceId,
  action: serviceTokens.action,
};

const toCall = ({ audience, resourceType, resourceId, action }: RowOf<typeof call>): ServiceCall => ({
  audience,
  resource: { type: resourceType, id: resourceId },
  action,
});

type TokenClaim = { tokenHash: string; claimId: string; now: Instant };

/** Consumes the token, whatever it is for; only one of several concurrent requests gets its call. */
export const consumeServiceToken = ({ tokenHash, claimId, now }: TokenClaim): Write<ServiceCall | null> =>
  changing(
    first(
      builder
        .update(serviceTokens)
        .set({ usedAt: now, claimId })
        .where(
          and(eq(serviceTokens.tokenHash, tokenHash), isNull(serviceTokens.usedAt), gt(serviceTokens.expiresAt, now)),
        )
        .returning(aliased(call)),
      toCall,
    ),
  );

/** What this claim consumed, if the response was lost. */
export const findClaimedServiceToken = ({ tokenHash, claimId }: Omit<TokenClaim, "now">): Query<ServiceCall | null> =>
  first(
    builder
      .select(aliased(call))
      .from(serviceTokens)
      .where(and(eq(serviceTokens.tokenHash, tokenHash), eq(serviceTokens.claimId, claimId))),
    toCall,
  );
