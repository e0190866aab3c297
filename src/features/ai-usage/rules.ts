/** What model calls cost, and the daily limits on it. Money is in millionths of a US dollar. Pure. */
import { DAY, type Instant } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ModelPrice, ModelUsage } from "../../models/model.ts";

const MILLION = 1_000_000;

/** Days since 1970, UTC. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** Null if the price is unknown. A price per million tokens in dollars is a price per token in millionths. */
export function costOf({ input, cached, output, written = 0 }: ModelUsage, price: ModelPrice | null): number | null {
  if (price === null) return null;
  const plain = Math.max(0, input - cached - written);
  const spent =
    plain * price.input + cached * price.cached + written * (price.written ?? price.input) + output * price.output;
  return Math.ceil(spent);
}

/** The most that a call can cost: nothing comes from a cache, and the answer is as long as allowed. */
export function boundOf(
  inputTokens: number,
  maxOutputTokens: number,
  price: ModelPrice | null,
): { readonly cost: number | null; readonly tokens: number } {
  const tokens = inputTokens + maxOutputTokens;
  if (price === null) return { cost: null, tokens };
  const dearest = Math.max(price.input, price.cached, price.written ?? 0);
  return { cost: Math.ceil(inputTokens * dearest + maxOutputTokens * price.output), tokens };
}

/** What is set aside for a question or a call, on the day when it begins. */
export type Reservation = {
  readonly day: number;
  readonly userId: string;
  readonly driveId: string;
  /** Upper bound; null if the price is unknown, so that only tokens are limited. */
  readonly cost: number | null;
  readonly tokens: number;
  /** 1 if this begins a question, 0 if it belongs to one that was counted. */
  readonly questions: 0 | 1;
};

/** In dollars; see `AiLimits` of the configuration. */
type Limits = {
  readonly person: { readonly questions: number; readonly dollars: number; readonly tokens: number };
  readonly drive: { readonly dollars: number };
  readonly all: { readonly dollars: number; readonly tokens: number };
};

export type LimitedScope = "person" | "drive" | "all";
export type Measure = "questions" | "cost" | "tokens";

/** One row of the day's budgets, and its limits. A measure without a limit is not limited in this scope. */
export type ScopeLimits = {
  readonly scope: LimitedScope;
  /** The row's key. */
  readonly key: string;
  readonly limits: Readonly<Partial<Record<Measure, number>>>;
};

export function scopesOf({ userId, driveId }: Pick<Reservation, "userId" | "driveId">, limits: Limits): ScopeLimits[] {
  const { person, drive, all } = limits;
  return [
    {
      scope: "person",
      key: `user:${userId}`,
      limits: { questions: person.questions, cost: person.dollars * MILLION, tokens: person.tokens },
    },
    { scope: "drive", key: `drive:${driveId}`, limits: { cost: drive.dollars * MILLION } },
    { scope: "all", key: "all", limits: { cost: all.dollars * MILLION, tokens: all.tokens } },
  ];
}

/** A row of the day's budgets. Reserved amounts count as used. */
export type BudgetRow = {
  readonly scope: string;
  readonly questions: number;
  readonly cost: number;
  readonly tokens: number;
};

export type ExceededLimit = {
  readonly scope: LimitedScope;
  readonly measure: Measure;
  readonly limit: number;
  readonly used: number;
};

/** What the reservation adds to a measure; null if the measure does not apply to it. */
const addedBy = ({ questions, cost, tokens }: Reservation): Readonly<Record<Measure, number | null>> => ({
  questions: questions === 0 ? null : questions,
  cost,
  tokens,
});

/** The first limit that the reservation would exceed; null if it fits. */
export function exceededBy(reservation: Reservation, rows: readonly BudgetRow[], limits: Limits): ExceededLimit | null {
  const added = addedBy(reservation);
  for (const { scope, key, limits: own } of scopesOf(reservation, limits)) {
    const row = rows.find((each) => each.scope === key);
    for (const measure of ["questions", "cost", "tokens"] as const) {
      const [limit, more, used] = [own[measure], added[measure], row?.[measure] ?? 0];
      if (limit !== undefined && more !== null && used + more > limit) return { scope, measure, limit, used };
    }
  }
  return null;
}

const WHOSE: Readonly<Record<LimitedScope, string>> = {
  person: "You have",
  drive: "This drive has",
  all: "All users together have",
};

function amountOf({ measure, limit }: ExceededLimit): string {
  if (measure === "cost") return `US$${(limit / MILLION).toLocaleString("en-US")} for models`;
  return `${limit.toLocaleString("en-US")} ${measure === "tokens" ? "tokens" : "questions to agents"}`;
}

export function budgetExceeded(exceeded: ExceededLimit, now: Instant): AppError {
  const sentence = `${WHOSE[exceeded.scope]} reached the daily limit of ${amountOf(exceeded)}. It starts again at midnight UTC.`;
  return new AppError("rate_limited", sentence, { retryAfter: Math.ceil((DAY - (now % DAY)) / 1_000) });
}
