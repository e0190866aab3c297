import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import { idleSince } from "../../permissions/credential.ts";
import * as many from "../../permissions/many-pages.ts";
export * from "../../permissions/many-pages.ts";

export const callerMayWriteAll = (
  caller: Caller,
  now: Instant,
  idleMs: number,
  pageIds: readonly string[],
  needed: Rights,
  asAdmin = false,
) => many.callerMayWriteAll({ caller, now, idleSince: idleSince(now, idleMs) }, pageIds, needed, asAdmin);
