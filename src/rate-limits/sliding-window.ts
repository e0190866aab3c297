/** The sliding-window engine: an exact log of hits for small limits, a weighted two-window counter for large ones. */
import type { WindowAnswer } from "../rpc/rate-limiter.ts";

/** Largest limit for which every hit is stored. Above it, a burst across a boundary may reach twice the limit, never more. */
export const EXACT_LIMIT = 60;

/** How many recent hits a counter remembers by tag, so that a repeated commit is not counted twice. */
const COUNTER_TAGS = 16;

/** `limit` hits (integer, at least 1) in any `windowMs` milliseconds (integer, at least 1). */
export type WindowLimit = { limit: number; windowMs: number };

/** Admitted hits in ascending order of time, each with the tag of its request. */
type LogState = { hits: number[]; tags: number[]; seen: number; refused: boolean };

/** Hits of the aligned window that begins at `start` and of the one before it. */
type CounterState = { start: number; current: number; previous: number; tags: number[]; refused: boolean };

/** The stored state of one key; plain JSON. */
export type WindowState = LogState | CounterState;

/** The new state (the same object if nothing changed) and the answer. */
type WindowStep = { state: WindowState | undefined; answer: WindowAnswer };

/** Whether a hit at `now` (ms since epoch) would be admitted; changes nothing. */
export function peekWindow(state: WindowState | undefined, window: WindowLimit, now: number): WindowAnswer {
  return commitWindow(state, window, now, NaN).answer;
}

/**
 * Records a hit at `now` (ms since epoch) if the window has room. A rejected hit uses up nothing and extends nothing. `tag`
 * identifies the request: the same tag is admitted again without a second hit, so that a call whose answer was lost can be
 * retried.
 */
export function commitWindow(
  state: WindowState | undefined,
  window: WindowLimit,
  now: number,
  tag: number,
): WindowStep {
  // A key whose limit moved to the other class starts afresh. Only a deployment can cause that, never a caller.
  if (window.limit <= EXACT_LIMIT) return commitLog(state && "hits" in state ? state : undefined, window, now, tag);
  return commitCounter(state && "start" in state ? state : undefined, window, now, tag);
}

/** Releases the hit recorded under `tag`; returns the same object if there is none. */
export function releaseWindow(state: WindowState, tag: number): WindowState {
  const index = state.tags.indexOf(tag);
  if (index < 0) return state;
  const tags = state.tags.toSpliced(index, 1);
  if ("start" in state) return { ...state, current: Math.max(0, state.current - 1), tags };
  return { ...state, hits: state.hits.toSpliced(index, 1), tags };
}

/** The instant (ms since epoch) from which the state is equivalent to no state. */
export function computeExpiry(state: WindowState, windowMs: number): number {
  return "hits" in state ? state.seen + windowMs : state.start + 2 * windowMs;
}

function commitLog(state: LogState | undefined, window: WindowLimit, now: number, tag: number): WindowStep {
  const { limit, windowMs } = window;
  // After a clock step back, a hit must not precede those already admitted, or the log would lose its order.
  const at = Math.max(now, state?.seen ?? now);
  const from = state ? state.hits.findIndex((hit) => hit > at - windowMs) : -1;
  const hits = state && from >= 0 ? state.hits.slice(from) : [];
  if (state?.tags.includes(tag)) return { state, answer: allow(limit, limit - hits.length) };
  const freed = hits[hits.length - limit];
  if (freed !== undefined) {
    const first = state?.refused === false;
    const next = first && state ? { ...state, refused: true } : state;
    return { state: next, answer: refuse(limit, freed + windowMs - now, first) };
  }
  const tags = state && from >= 0 ? state.tags.slice(from) : [];
  return {
    state: { hits: [...hits, at], tags: [...tags, tag], seen: at, refused: false },
    answer: allow(limit, limit - hits.length - 1),
  };
}

function commitCounter(state: CounterState | undefined, window: WindowLimit, now: number, tag: number): WindowStep {
  const { limit, windowMs } = window;
  const at = Math.max(now, state?.start ?? now);
  const rolled = rollCounter(state, windowMs, at);
  const { start, current, previous, tags } = rolled;
  // Everything is multiplied by the window's length, to stay in integers and get an exact wait.
  const carried = previous * (windowMs - (at - start));
  const free = Math.floor((limit * windowMs - carried - current * windowMs) / windowMs);
  if (tags.includes(tag)) return { state: rolled, answer: allow(limit, free) };
  if (free < 1) {
    const first = !rolled.refused;
    const answer = refuse(limit, findCounterRoom(rolled, window) - now, first);
    return { state: first ? { ...rolled, refused: true } : rolled, answer };
  }
  return {
    state: { ...rolled, current: current + 1, tags: [...tags.slice(1 - COUNTER_TAGS), tag] },
    answer: allow(limit, free - 1),
  };
}

function rollCounter(state: CounterState | undefined, windowMs: number, at: number): CounterState {
  const start = Math.floor(at / windowMs) * windowMs;
  if (state && start <= state.start) return state;
  const previous = state && start === state.start + windowMs ? state.current : 0;
  return { start, current: 0, previous, tags: [], refused: false };
}

/** The first millisecond at which a full counter has room again, without further hits. */
function findCounterRoom(state: CounterState, { limit, windowMs }: WindowLimit): number {
  const { start, current, previous } = state;
  if (current < limit) return start + windowMs - Math.floor(((limit - current - 1) * windowMs) / previous);
  return start + 2 * windowMs - Math.floor(((limit - 1) * windowMs) / current);
}

function allow(limit: number, remaining: number): WindowAnswer {
  return { allowed: true, limit, remaining: Math.max(0, remaining), retryAfterMs: 0, firstRejection: false };
}

function refuse(limit: number, retryAfterMs: number, firstRejection: boolean): WindowAnswer {
  return { allowed: false, limit, remaining: 0, retryAfterMs, firstRejection };
}
