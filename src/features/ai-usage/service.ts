/** Commits within the daily budgets, and metrics of model calls. */
import type { Deps } from "../../deps.ts";
import type { AnyQuery } from "../../db/sql.ts";
import type { Instant } from "../../kernel/clock.ts";
import { DEMO_PROVIDER, type ModelInfo, type ModelUsage } from "../../models/model.ts";
import { GuardFailed } from "../../platform/db.ts";
import { budgetExceeded, costOf, exceededBy, type Reservation } from "./rules.ts";
import { findBudgets, reserve } from "./statements.ts";

/**
 * Runs a commit that reserves a part of the daily budgets: `commit` must run the queries it receives, in order, with its own.
 * Throws `rate_limited`, naming the limit, if the reservation does not fit.
 */
export async function withinBudget<T>(
  deps: Pick<Deps, "config" | "db" | "now">,
  reservation: Reservation,
  commit: (reservationQueries: readonly AnyQuery<unknown>[]) => Promise<T>,
): Promise<T> {
  const limits = deps.config.aiLimits;
  try {
    return await commit(reserve(reservation, limits));
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    const exceeded = exceededBy(reservation, await deps.db.one(findBudgets(reservation)), limits);
    if (exceeded) throw budgetExceeded(exceeded, deps.now);
    throw error;
  }
}

/** Counts a call in the metrics of the service, also if it failed. The scripted demo is left out. */
export function measureAiCall(
  { metrics }: Pick<Deps, "metrics">,
  { provider, model, price }: ModelInfo,
  call: { readonly start: Instant; readonly end: Instant; readonly failed: boolean; readonly usage: ModelUsage | null },
): void {
  if (provider === DEMO_PROVIDER) return;
  const { input = 0, output = 0 } = call.usage ?? {};
  const cost = (call.usage && costOf(call.usage, price)) ?? 0;
  metrics?.modelCall(`${provider}/${model}`, { ...call, input, output, dollars: cost / 1_000_000 });
}
