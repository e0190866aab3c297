import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import { sql, type SQL } from "../../db/sql.ts";
import * as credential from "../../permissions/credential.ts";
import { rightsOn, rightsOnDrive } from "../../permissions/ancestors.ts";

export * from "../../permissions/ancestors.ts";
export { ME, callerId, callerIsAdmin, callerMayShare, me, prepareForCaller } from "../../permissions/credential.ts";

export const callerIsLive = (caller: Caller, now: Instant, idleMs: number): SQL =>
  credential.callerIsLive(caller, now, credential.idleSince(now, idleMs));

export const sessionIsLive = (now: Instant, idleMs: number): SQL =>
  credential.sessionIsLive(now, credential.idleSince(now, idleMs));

/** A guard's condition: the credential is good and holds `needed` on the page at this very moment. */
export const callerHolds = (caller: Caller, now: Instant, idleMs: number, pageId: string, needed: Rights): SQL =>
  sql`${callerIsLive(caller, now, idleMs)} and (${rightsOn(pageId, credential.callerId(caller))} & ${needed}) = ${needed}`;

/** As `callerHolds`, at the root of a drive. */
export const callerHoldsDrive = (caller: Caller, now: Instant, idleMs: number, driveId: string, needed: Rights): SQL =>
  sql`${callerIsLive(caller, now, idleMs)} and (${rightsOnDrive(driveId, credential.callerId(caller))} & ${needed}) = ${needed}`;
