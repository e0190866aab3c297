/** Rate limits of tools, counted with the authentication that their use cases require anyway. */
import type { LimitRule } from "../../../kernel/limit.ts";
import { requireLimits, countedBy } from "../../../rate-limits/service.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** Returns a context that also applies the rate limit to the caller, once a use case has authenticated them. */
export function limitedBy<C extends ToolContext>(context: C, rule: LimitRule, kind: Tool["kind"]): C {
  const { deps } = context;
  let counted: Promise<unknown> | null = null;
  const checkCaller: typeof deps.checkCaller = async (actor) => {
    await deps.checkCaller(actor);
    await (counted ??= requireLimits(deps, [{ rule, value: countedBy(actor, kind !== "read") }], actor));
  };
  return { ...context, deps: { ...deps, checkCaller } };
}
