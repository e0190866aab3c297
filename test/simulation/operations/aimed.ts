/** Changes to the tree and to rights that are aimed at what happens elsewhere, because random ones rarely meet it. */
import { EDIT, EVERYTHING, SHARE, VIEW, includesRights, type Rights } from "../../../src/kernel/rights.ts";
import { actionOn, type Action } from "../../model/actions.ts";
import type { Page } from "../../model/model.ts";
import { pick } from "../../model/steps.ts";
import type { Play } from "../client.ts";
import { ADMIN, USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import { perform } from "./structure.ts";
import { chooseEditor, insertBy } from "./text.ts";

type Kind = Parameters<typeof actionOn>[0];

function act(play: Play, { step }: Operation, kind: Kind, page: Page, actor: string, other = actor): Action | null {
  return actionOn(kind, page, { model: play.ledger.model, step, actor, other, admin: ADMIN });
}

/** A choice that `rightsOf` turns into these rights. */
const CHOICE_OF: Readonly<Record<Rights, number>> = { 0: 0, 1: 1, 3: 3, 5: 4, 7: 6 };
const granting = (operation: Operation, rights: Rights): Operation => {
  const [kind, a, b, , d] = operation.step;
  return { ...operation, step: [kind, a, b, CHOICE_OF[rights] ?? 0, d] };
};

/**
 * Somebody edits a page twice. During the second edit, the owner trashes the page or takes away their rights. The reply to
 * the commit of that edit is often lost: what its author is told then depends on rights that have changed in between.
 */
export async function withdraw(play: Play, operation: Operation): Promise<(() => void) | null> {
  const { model } = play.ledger;
  const chosen = chooseEditor(play, operation);
  if (!chosen || !model.isLive(chosen.page)) return null;
  const { engine, faults } = play.world;
  const first = await insertBy(play, operation, chosen, `${operation.number}_0`);
  const trace = SECOND_EDIT + operation.number;
  if (operation.step[2] & 16) faults.loseReply(trace, "database");
  const second = play.world.as(trace, () => insertBy(play, operation, chosen, `${operation.number}_1`));
  await new Promise<void>((resolve) => void engine.after(operation.step[0] % MOST_LATE, resolve));
  await perform(play, operation, withdrawal(play, operation, chosen));
  const judges = [first, await second];
  return () => judges.forEach((judge) => judge());
}

/** Distinguishes the calls of the second edit from those of the first. */
const SECOND_EDIT = 500_000;
/** About as long (ms) as an edit takes that meets no fault. */
const MOST_LATE = 40;

function withdrawal(
  play: Play,
  operation: Operation,
  { user, page: id }: { user: string; page: string },
): Action | null {
  const { model } = play.ledger;
  const page = model.page(id);
  const { owner, members } = model.drive(page.drive);
  const way = user === owner ? 0 : operation.step[4] % 4;
  if (way <= 1) return act(play, operation, "trash", page, owner);
  if (way === 2 && members.has(user)) return act(play, operation, "leave", page, owner, user);
  return act(play, granting(operation, operation.step[3] % 2 === 0 ? 0 : VIEW), "share", page, owner, user);
}

/** Purges a page with edits from the trash, or trashes one so that the next operation of this kind finds it there. */
export async function purge(play: Play, operation: Operation): Promise<null> {
  const { model, lastEditors, documents } = play.ledger;
  const edited = documents.filter((id) => lastEditors.has(id));
  const trashed = edited.filter((id) => model.inTrash(id) && !model.drive(model.page(id).drive).trashed);
  const id = pick(trashed, operation.step[1]) ?? pick(edited, operation.step[1]);
  if (id === undefined) return null;
  const page = model.page(id);
  const { owner } = model.drive(page.drive);
  return perform(play, operation, act(play, operation, trashed.length > 0 ? "purge" : "trash", page, owner));
}

/** A user who may share a page and has fewer rights on a page below it. */
type Sharer = { readonly user: string; readonly page: Page };

/**
 * Such a user shares the page, which must not pass on what they lack below. If there is none, the owner gives somebody
 * the right to share, or restricts somebody who has it.
 */
export async function sharing(play: Play, operation: Operation): Promise<null> {
  const { model } = play.ledger;
  const parents = [...model.pages.values()].filter(({ id }) => model.isLive(id) && model.below(id).length > 1);
  const mayShare = (user: string, { id }: Page): boolean => includesRights(model.rights(user, id), VIEW | SHARE);
  const isLimited = (user: string, page: Page): boolean =>
    model.below(page.id).some(({ grants }) => !includesRights(grants.get(user) ?? page.grants.get(user) ?? EVERYTHING, model.rights(user, page.id))); // oxfmt-ignore
  const others = parents.flatMap((page) =>
    USERS.filter((user) => !model.rules(user, page.drive)).map((user): Sharer => ({ user, page })),
  );
  const sharers = others.filter(({ user, page }) => mayShare(user, page));
  const limited = sharers.filter(({ user, page }) => isLimited(user, page));
  const chosen = pick(limited, operation.step[1]);
  if (chosen !== undefined) {
    const { user, page } = chosen;
    const shares = USERS.flatMap((other) =>
      [VIEW | SHARE, VIEW | EDIT, VIEW | EDIT | SHARE].map((rights) =>
        act(play, granting(operation, rights), "share", page, user, other),
      ),
    );
    const allowed = shares.filter((each) => each?.allowed);
    return perform(play, operation, pick(allowed, operation.step[2]) ?? null);
  }
  const { user, page } = pick(sharers, operation.step[1]) ?? pick(others, operation.step[1]) ?? {};
  if (user === undefined || page === undefined) return null;
  const { owner } = model.drive(page.drive);
  const target = sharers.length > 0 ? pick(model.below(page.id).slice(1), operation.step[2]) : page;
  const rights = sharers.length > 0 ? VIEW : VIEW | EDIT | SHARE;
  return perform(play, operation, target ? act(play, granting(operation, rights), "share", target, owner, user) : null);
}
