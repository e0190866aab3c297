/** An authorization: one action on one target, made by this folder alone, with the guard that proves it again. */
import type { Actor, Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import { guard, type Operand, type Query, type SQL } from "../db/sql.ts";
import { pageActions, type Action, type WriteAction } from "./actions.ts";
import type { PageRequirement } from "./requirements.ts";
import { idleSince } from "./credential.ts";
import { mayActOnPage, type CheckContext } from "./conditions.ts";

/** Why the caller is refused when a guard failed and this condition does not hold. */
export type ExplainedCondition = { readonly condition: SQL; readonly sentence: string };

/** Who asks and when, as values. */
export type GuardContext = { readonly caller: Caller; readonly now: Instant; readonly idleSince: Instant };

type Precondition = {
  readonly caller: Caller;
  /** What holds of the caller and the target. */
  readonly condition: (context: CheckContext) => SQL;
  /** Asks for the same, printed before. */
  readonly prepared?: (context: GuardContext) => Query<true>;
  /** What else than a change of access may make that fail. */
  readonly explained?: ExplainedCondition;
};

/** When a commit is made, and how long sessions may be idle, in ms. */
type CommitContext = { readonly now: Instant; readonly config: { readonly sessionIdleMs: number } };

/** The class stays here: a private field is neither copied by a spread nor written as a literal. */
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

  /** Throws TypeError for what this module did not make. */
  static preconditionOf(authorized: Authorization<Action, unknown>): Precondition {
    return authorized.#precondition;
  }
}

/** The type goes out, the class does not. `actor` may do `action` to `target`. */
export type Authorized<A extends Action, T = unknown> = Authorization<A, T>;

/** For this folder only, which a test holds. */
export const authorized = <A extends Action, T>(
  action: A,
  actor: Actor,
  target: T,
  precondition: Precondition,
): Authorized<A, T> => new Authorization(action, actor, target, precondition);

/** What a commit may be made for. */
export type AnyAuthorization = Authorized<WriteAction>;

/**
 * The same as a condition for a statement to carry: in a room, which commits for a caller who was authorised before and
 * is to say itself why an edit was refused, and where what the caller lost sight of is not to be found.
 */
export const pageGuard = (
  { now, config }: CommitContext,
  caller: Caller,
  pageId: Operand,
  action: "edit" | "convertFile",
): SQL => {
  const rule: PageRequirement = pageActions[action];
  return mayActOnPage({ caller, now, idleSince: idleSince(now, config.sessionIdleMs) }, pageId, rule.needs, rule);
};

/** What a commit puts before its writes. */
export function guardOf(authorization: AnyAuthorization, { now, config }: CommitContext): Query<true> {
  const { caller, condition, prepared } = Authorization.preconditionOf(authorization);
  const context: GuardContext = { caller, now, idleSince: idleSince(now, config.sessionIdleMs) };
  return prepared ? prepared(context) : guard(condition(context));
}

export const explanationOf = (authorization: AnyAuthorization): ExplainedCondition | null =>
  Authorization.preconditionOf(authorization).explained ?? null;
