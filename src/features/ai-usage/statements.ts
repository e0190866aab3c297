/** SQL of the daily budgets and of the record of model calls, for batches of other features. */
import { and, eq, inArray } from "drizzle-orm";
import { aiBudgets } from "../../db/schema/agents.ts";
import { aiCalls } from "../../db/schema/monitoring.ts";
import {
  allOf,
  builder,
  guard,
  isThere,
  many,
  not,
  sql,
  write,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import type { Instant } from "../../kernel/clock.ts";
import { scopesOf, type BudgetRow, type Measure, type Reservation } from "./rules.ts";

type Limits = Parameters<typeof scopesOf>[1];

/** What is used of a measure, with what is reserved. */
const USED: Readonly<Record<Measure, SQL>> = {
  questions: sql`questions`,
  cost: sql`spent + reserved`,
  tokens: sql`tokens + reserved_tokens`,
};

/** True if the reservation stays within all limits of its day. */
function reservationFits(reservation: Reservation, limits: Limits): SQL {
  const { day, cost, tokens, questions } = reservation;
  const added = { questions, cost: cost ?? 0, tokens };
  const isLimited = { questions: questions > 0, cost: cost !== null, tokens: true };
  const conditions = scopesOf(reservation, limits).flatMap(({ key, limits: own }) =>
    (["questions", "cost", "tokens"] as const).flatMap((measure) => {
      const limit = own[measure];
      if (limit === undefined || !isLimited[measure]) return [];
      const used = sql`coalesce((select ${USED[measure]} from ${aiBudgets} where day = ${day} and scope = ${key}), 0)`;
      return [sql`${used} + ${added[measure]} <= ${limit}`];
    }),
  );
  return allOf(conditions);
}

const keysOf = ({ userId, driveId }: Reservation): string[] => [`user:${userId}`, `drive:${driveId}`, "all"];

/**
 * A guard, then the writes that set the reservation aside. In one batch, so concurrent reservations cannot exceed a limit
 * together. If the guard fails, `findBudgets` and `exceededBy` tell which limit was reached.
 */
export function reserve(reservation: Reservation, limits: Limits): (Query<true> | Write<number>)[] {
  const { day, tokens, questions } = reservation;
  const cost = reservation.cost ?? 0;
  return [
    guard(reservationFits(reservation, limits)),
    ...keysOf(reservation).map((scope) =>
      write(sql`insert into ${aiBudgets} (day, scope, reserved, reserved_tokens, questions)
        values (${day}, ${scope}, ${cost}, ${tokens}, ${questions})
        on conflict (day, scope) do update set
          reserved = reserved + excluded.reserved,
          reserved_tokens = reserved_tokens + excluded.reserved_tokens,
          questions = questions + excluded.questions`),
    ),
  ];
}

/** The rows of the reservation's day that limit it. */
export const findBudgets = (reservation: Reservation): Query<BudgetRow[]> =>
  many(
    builder
      .select({
        scope: aiBudgets.scope,
        questions: aiBudgets.questions,
        cost: sql<number>`spent + reserved`.as("cost"),
        tokens: sql<number>`tokens + reserved_tokens`.as("tokens"),
      })
      .from(aiBudgets)
      .where(and(eq(aiBudgets.day, reservation.day), inArray(aiBudgets.scope, keysOf(reservation)))),
  );

/** What was really used. */
export type Actual = { readonly cost: number | null; readonly tokens: number };

/**
 * Moves what was reserved to what was spent, on the day of the reservation, even after midnight. Does nothing unless
 * `isOpen` holds, which must be false once the reservation is settled: a repeated batch then changes nothing. The statement
 * that makes it false goes after these.
 */
export const settle = (reservation: Reservation, actual: Actual, isOpen: SQL): Write<number>[] =>
  keysOf(reservation).map((scope) =>
    write(sql`update ${aiBudgets} set
        spent = spent + ${actual.cost ?? 0},
        reserved = max(0, reserved - ${reservation.cost ?? 0}),
        tokens = tokens + ${actual.tokens},
        reserved_tokens = max(0, reserved_tokens - ${reservation.tokens})
      where day = ${reservation.day}
        and scope = ${scope}
        and ${isOpen}`),
  );

/** A finished model call. `id` starts with its time, and repeating a call's record changes nothing. */
export type AiCall = {
  readonly id: string;
  readonly at: Instant;
  readonly userId: string;
  readonly provider: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Millionths of a US dollar; null if the price is unknown. */
  readonly cost: number | null;
  readonly driveId: string;
  /** The page with the conversation, and the answer that the call belongs to; empty for other calls. */
  readonly pageId: string;
  readonly runId: string;
};

export const recordAiCall = ({ cost, ...call }: AiCall): Write<number> =>
  write(
    builder
      .insert(aiCalls)
      .values({ ...call, cost: (cost ?? 0) / 1_000_000, isPriced: cost === null ? 0 : 1 })
      .onConflictDoNothing(),
  );

/** Condition: the call has no record yet. */
export const isUnrecorded = (callId: string): SQL => not(isThere(sql`select 1 from ${aiCalls} where id = ${callId}`));

/** Settles the reservation of one call and records the call. Running it again changes nothing. */
export const settleCall = (reservation: Reservation, call: AiCall): Write<number>[] => [
  ...settle(reservation, { cost: call.cost, tokens: call.inputTokens + call.outputTokens }, isUnrecorded(call.id)),
  recordAiCall(call),
];
