/** An authorization: one action on one target, created only in this folder, with the guard that rechecks it at commit. */
import type { Actor, Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import { guard, type Operand, type Query, type SQL, type Write } from "../db/sql.ts";
import { pageActions, type Action, type WriteAction } from "./actions.ts";
import type { PageRequirement } from "./requirements.ts";
import { idleSince } from "./credential.ts";
import { mayActOnPage, type CheckContext } from "./conditions.ts";

/** The message for the caller if a guard failed because this condition does not hold. */
export type ExplainedCondition = { readonly condition: SQL; readonly sentence: string };

/** The caller and the time, as values. */
export type GuardContext = { readonly caller: Caller; readonly now: Instant; readonly idleSince: Instant };

type Precondition = {
  readonly caller: Caller;
  /** Must hold for the caller and the target. */
  readonly condition: (context: CheckContext) => SQL;
  /** The same condition as a prepared statement. */
  readonly prepared?: (context: GuardContext) => Query<true>;
  /** A reason other than a change of access for which the condition may fail. */
  readonly explained?: ExplainedCondition;
};

/** The time of the commit, and how long sessions may be idle (ms). */
type CommitContext = { readonly now: Instant; readonly config: { readonly sessionIdleMs: number } };

/** The class is not exported: its private field can be neither copied by a spread nor written in a literal. */
class Authorization<A extends Action, T> {
  readonly action: A;
  readonly actor: Actor;
  readonly target: T;
  readonly #precondition: Precondition;

  constructor(action: A, actor: Actor, target: T, precondition: Precondition) {
    this.action = action;
    this.actor = actor;
    this.target = target;
    this.#precondition = precondition;
  }

  /** Throws TypeError for an object that this module did not create. */
  static preconditionOf(authorized: Authorization<Action, unknown>): Precondition {
    return authorized.#precondition;
  }
}

/** `actor` may perform `action` on `target`. Only the type is exported, not the class. */
export type Authorized<A extends Action, T = unknown> = Authorization<A, T>;

/** For this folder only; a test enforces it. */
export const authorized = <A extends Action, T>(
  action: A,
  actor: Actor,
  target: T,
  precondition: Precondition,
): Authorized<A, T> => new Authorization(action, actor, target, precondition);

/** An authorization that a commit accepts. */
export type AnyAuthorization = Authorized<WriteAction>;

/** A write that only a commit under this authorization accepts. Use it for every statement that changes a target. */
export const writeUnder = <T>(authorization: AnyAuthorization, statement: Write<T>): Write<T> => ({
  ...statement,
  allowedBy: authorization,
});

/**
 * The guard as a condition to embed in a statement: for a room, which commits on behalf of a previously authorized caller
 * and reports itself why an edit was rejected, and for lookups that must not find a page the caller can no longer access.
 */
export const pageGuard = (context: CheckContext, pageId: Operand, action: "edit" | "convertFile"): SQL => {
  const rule: PageRequirement = pageActions[action];
  return mayActOnPage(context, pageId, rule.needs, rule);
};

export const guardContext = ({ now, config }: CommitContext, caller: Caller): GuardContext => ({
  caller,
  now,
  idleSince: idleSince(now, config.sessionIdleMs),
});

/** The guard that a commit runs before its writes. */
export function guardOf(authorization: AnyAuthorization, commit: CommitContext): Query<true> {
  const { caller, condition, prepared } = Authorization.preconditionOf(authorization);
  const context = guardContext(commit, caller);
  return prepared ? prepared(context) : guard(condition(context));
}

export const explanationOf = (authorization: AnyAuthorization): ExplainedCondition | null =>
  Authorization.preconditionOf(authorization).explained ?? null;
