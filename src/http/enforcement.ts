/** Enforces what a route declares: its limits, and the role of the caller. */
import type { Actor, Client } from "../kernel/caller.ts";
import { networkOf } from "../kernel/client-address.ts";
import { forbidden, unauthenticated } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import type { LimitDimension } from "../kernel/limit.ts";
import { requireLimits, countedBy } from "../rate-limits/service.ts";
import { isInAudience } from "./resource.ts";
import { limitsOf, type RouteSpec } from "./route.ts";

type Values = Partial<Record<LimitDimension, string>>;

export type RouteEnforcement = {
  /** Counts the request by client address. */
  readonly countAddress: (deps: Deps, client: Client) => Promise<void>;
  /** `deps` whose `checkCaller` rejects callers without the role, and counts the request by caller once. */
  readonly withCallerChecks: (deps: Deps) => Deps;
  /** Throws if the route responded without `checkCaller`, which means that its rules for callers were not checked. */
  readonly requireCallerChecked: (deps: Deps, result: unknown) => void;
};

export function enforcementOf(spec: RouteSpec): RouteEnforcement {
  // Use cases apply the other limits, because only they know when.
  const limits = limitsOf(spec).filter(({ when }) => when === undefined);
  const isForAnyone = spec.principals[0] === "anyone" && !spec.role;

  const countAgainstLimits = (
    deps: Deps,
    by: Parameters<typeof requireLimits>[2],
    values: Values,
  ): ReturnType<typeof requireLimits> =>
    requireLimits(
      deps,
      limits.flatMap(({ rule, bucket }) => {
        const value = values[rule.dimension];
        return value === undefined ? [] : [{ rule, value: bucket === undefined ? value : `${bucket} ${value}` }];
      }),
      by,
    );

  return {
    async countAddress(deps, client) {
      const network = networkOf(client.ip);
      await countAgainstLimits(deps, { userId: null, client }, { ip: client.ip, ...(network !== null && { network }) });
    },
    withCallerChecks(deps) {
      let counted: Promise<unknown> | null = null;
      const checkCaller = async (actor: Actor): Promise<void> => {
        if (actor.audience !== null && !isInAudience(deps.config, actor.audience, spec.resource))
          throw unauthenticated();
        await deps.checkCaller(actor);
        if (spec.role === "admin" && actor.role !== "admin") throw forbidden("Only administrators may do this.");
        const user = countedBy(actor, spec.method !== "get");
        await (counted ??= countAgainstLimits(deps, actor, { user, token: actor.credentialId }));
      };
      return { ...deps, checkCaller, ...(spec.role && { requiredRole: spec.role }) };
    },
    requireCallerChecked(deps, result) {
      if (isForAnyone || deps.identity.actor !== null || (result instanceof Response && !result.ok)) return;
      throw new Error(`${spec.operation} responded without authenticating its caller`);
    },
  };
}
