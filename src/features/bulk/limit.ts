/** How often one person works on many pages at once, whatever the work. */
import type { Actor } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { LIMIT_RULES } from "../limits/rules.ts";
import { requireLimits } from "../limits/service.ts";

export const limitBulk = (deps: Deps, actor: Actor): Promise<unknown> =>
  requireLimits(deps, [{ rule: LIMIT_RULES.bulkByUser, value: actor.userId }], actor);
