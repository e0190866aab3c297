/** Service-level objectives: how many events missed them, and how much of the error budget is left. Pure. */
import { ENDS } from "../../kernel/histogram.ts";

export const OBJECTIVES = ["page_open", "edit", "words_lost"] as const;
export type ObjectiveName = (typeof OBJECTIVES)[number];

/** The error log's name for a page whose confirmed text was lost with its object. */
export const WORDS_LOST = "(room.confirmed_text_lost)";

/** A page opens within a second, without a failure of the service. */
const OPEN_WITHIN_MS = 1_000;
const OPENING: readonly string[] = ["GET /pages/:pageId", "GET /api/pages/:pageId"];
const EDITING: readonly string[] = [
  "PATCH /api/pages/:pageId",
  "POST /api/pages",
  "POST /api/pages/bulk/update-content",
  "POST /api/pages/:pageId/versions/:version/restore",
];

/** Share of events that may miss an objective. */
export const ALLOWED_SHARE = 0.001;

type Counts = { readonly count: number; readonly failed: number; readonly buckets: readonly number[] };

/** Estimated number of durations above a limit, assuming an even distribution within a bucket. */
export function countAbove(buckets: readonly number[], ms: number): number {
  let above = 0;
  for (const [i, count] of buckets.entries()) {
    const start = i === 0 ? 0 : (ENDS[i - 1] ?? 0);
    const end = ENDS[i] ?? Infinity;
    if (start >= ms) above += count;
    else if (end > ms) above += (count * (end - ms)) / (end - start);
  }
  return above;
}

export type Measured = { readonly all: number; readonly bad: number };

/** A request that was both slow and failed counts twice, but never as more than one request in the sum. */
export function measureOpenings(rows: readonly (Counts & { readonly name: string })[]): Measured {
  const opened = rows.filter(({ name }) => OPENING.includes(name));
  const all = opened.reduce((sum, { count }) => sum + count, 0);
  const slow = opened.reduce((sum, { buckets }) => sum + countAbove(buckets, OPEN_WITHIN_MS), 0);
  const failed = opened.reduce((sum, row) => sum + row.failed, 0);
  return { all, bad: Math.min(all, Math.ceil(slow + failed - 1e-9)) };
}

export function measureEdits(rows: readonly (Counts & { readonly name: string })[]): Measured {
  const edits = rows.filter(({ name }) => EDITING.includes(name));
  return {
    all: edits.reduce((sum, { count }) => sum + count, 0),
    bad: edits.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * How many times the allowed share was missed: a rate of 1 over the whole period uses up the error budget exactly. Null if nothing was
 * measured.
 */
export const burnRate = ({ all, bad }: Measured): number | null => (all === 0 ? null : bad / (all * ALLOWED_SHARE));
