/** Changes to a workspace: encoded as plain numbers, as a model update, and as SQL statements. */
import { COMMENT, DELETE, EDIT, EVERYTHING, SHARE, VIEW, type Rights } from "../../src/kernel/rights.ts";
import type { SQL, AnyQuery } from "../../src/db/sql.ts";
import * as bulk from "../../src/features/pages/bulk/store.ts";
import * as members from "../../src/features/drives/member-store.ts";
import { restoreDrive, trashDrive } from "../../src/features/drives/store.ts";
import * as grants from "../../src/features/pages/sharing/store.ts";
import { incrementPageCount, insertPage } from "../../src/features/pages/store.ts";
import * as trees from "../../src/features/pages/tree/store.ts";
import type { Action } from "../../src/permissions/actions.ts";
import type { Authorized } from "../../src/permissions/authorized.ts";
import { seeded } from "../support/seeded.ts";
import { CREATOR, MAX_LEVELS, type Drive, type Model, type Page } from "./model.ts";

/** A kind and four choices, each taken modulo the number of options, so every step is valid in every state. */
export type Step = readonly [kind: number, a: number, b: number, c: number, d: number];

/** Seeded random numbers below a bound. */
export function randomFrom(seed: number): (below: number) => number {
  const next = seeded(seed);
  return (below) => next() % below;
}

export function stepsFrom(seed: number, count: number): Step[] {
  const random = randomFrom(seed);
  const choice = (): number => random(65_536);
  return Array.from({ length: count }, () => [choice(), choice(), choice(), choice(), choice()]);
}

/** Fakes an `Authorized` value: these tests check effects, not permissions. */
const unasked = <A extends Action>(
  { id }: { readonly id: string },
  userId = "",
): Authorized<A, { readonly id: string }> =>
  ({ target: { id }, actor: { userId } }) as unknown as Authorized<A, { readonly id: string }>;

const unaskedAll = <A extends Action>(ids: readonly string[]): Authorized<A, readonly { readonly id: string }[]> =>
  ({ target: ids.map((id) => ({ id })) }) as unknown as Authorized<A, readonly { readonly id: string }[]>;

/** One step in one world. `says` lists conditions to evaluate in SQL beforehand, with the model's answers. */
export type Change = {
  readonly name: string;
  readonly apply: () => void;
  readonly says?: readonly (readonly [condition: SQL, answer: boolean])[];
  readonly writes: readonly AnyQuery<unknown>[];
};

type Chosen = {
  readonly model: Model;
  readonly step: Step;
  readonly drive: Drive;
  readonly user: string;
  readonly pages: readonly Page[];
  /** Timestamp of the change; later than the creation of the world. */
  readonly now: number;
};

export const pick = <T>(list: readonly T[], choice: number): T | undefined => list[choice % Math.max(1, list.length)];

/** Includes no rights and all rights, because they restrict and extend the most. */
export const rightsOf = (choice: number): Rights => pick(RIGHTS, choice) ?? 0;

const COMMENTS = VIEW | COMMENT;
const EDITS = COMMENTS | EDIT;
const RIGHTS = [0, VIEW, COMMENTS, EDITS, VIEW | SHARE, COMMENTS | SHARE, EDITS | SHARE, VIEW | DELETE, COMMENTS | DELETE, EDITS | DELETE, EVERYTHING]; // oxfmt-ignore

/** Up to three distinct pages. */
const someOf = ({ pages, step: [, a, b, c, d] }: Chosen): string[] => [
  ...new Set([a, b, c].slice(0, 1 + (d % 3)).flatMap((choice) => pick(pages, choice)?.id ?? [])),
];

const NEVER_PAGE = { title: "", type: "DOCUMENT", createdVia: "" } as const;

export function adding({ model, drive, step: [, a, b, c, d], now }: Chosen): Change | null {
  const parent = pick([null, ...model.within(drive.id)], b)?.id ?? null;
  const id = `${drive.id}.${a % 4096}-${d % 4096}`;
  if (model.pages.has(id) || drive.trashed) return null;
  if (parent !== null && (model.inTrash(parent) || model.pathToRoot(parent).length >= MAX_LEVELS)) return null;
  const page: Page = { id, drive: drive.id, parent, position: c % 8, trashed: false, grants: new Map() };
  const row = {
    ...NEVER_PAGE,
    id,
    driveId: drive.id,
    parentId: parent,
    position: page.position,
    createdBy: CREATOR,
  };
  return {
    name: `add ${id} under ${parent ?? "the root"}`,
    apply: () => model.pages.set(id, page),
    writes: [insertPage({ ...row, now }), incrementPageCount(drive.id)],
  };
}

/** Builds changes of one page, selected by the first choice. */
const ofPage =
  (make: (chosen: Chosen, page: Page) => Change | null) =>
  (chosen: Chosen): Change | null => {
    const page = pick(chosen.pages, chosen.step[1]);
    return page ? make(chosen, page) : null;
  };

const granting = ofPage(({ user, drive, step: [, , , c], now }, page) => {
  const rights = rightsOf(c);
  return {
    name: `grant ${user} ${rights} on ${page.id}`,
    apply: () => page.grants.set(user, rights),
    writes: [grants.upsertGrant(unasked(page, drive.owner), { userId: user, rights, now })],
  };
});

const revoking = ofPage(({ user }, page) => ({
  name: `revoke ${user} on ${page.id}`,
  apply: () => page.grants.delete(user),
  writes: [grants.deleteGrant(unasked(page), user)],
}));

function joining({ drive, user, step: [, , , c, d], now }: Chosen): Change {
  const member = { role: c % 5 === 0 ? "admin" : "member", rights: rightsOf(d) } as const;
  return {
    name: `${user} is ${member.role} ${member.rights} of ${drive.id}`,
    apply: () => drive.members.set(user, member),
    writes: [
      drive.members.has(user)
        ? members.updateMember(unasked(drive), user, member)
        : members.insertMember(unasked(drive, drive.owner), { userId: user, ...member, invitedEmail: null, now }),
    ],
  };
}

const leaving = ({ model, drive, user }: Chosen): Change => ({
  name: `${user} leaves ${drive.id}`,
  apply: () => model.leave(drive.id, user),
  writes: members.deleteMember(unasked(drive), user),
});

const trashing = ofPage(({ model, now }, { id }) =>
  model.isLive(id)
    ? {
        name: `trash ${id}`,
        apply: () => model.trashAll([id]),
        writes: [trees.adjustPageCount(id, -1), trees.trashPage(unasked({ id }), now)],
      }
    : null,
);

function trashingAll(chosen: Chosen): Change | null {
  const { model, now } = chosen;
  const ids = someOf(chosen);
  if (!ids.every((id) => model.isLive(id))) return null;
  return {
    name: `trash ${ids.join(" and ")}`,
    apply: () => model.trashAll(ids),
    writes: [bulk.adjustPageCounts(ids, -1), bulk.trashAll(unaskedAll(ids), now)],
  };
}

/** Builds changes of a page that is in the trash, or below one that is. */
const ofTrash = (make: (chosen: Chosen, page: Page) => Change): ((chosen: Chosen) => Change | null) =>
  ofPage((chosen) => {
    const { model, pages, step } = chosen;
    const page = pick(
      pages.filter(({ id, drive }) => model.inTrash(id) && !model.drive(drive).trashed),
      step[1],
    );
    return page ? make(chosen, page) : null;
  });

const restoring = ofTrash(({ model, now }, page) => {
  const { id } = page;
  const returns = model.returns(page);
  return {
    name: `restore ${id}`,
    apply: () => model.restore(id),
    says: [[trees.canReturnToParent(id), returns]],
    writes: [
      ...(returns ? [] : [trees.copyInheritedGrants(id)]),
      trees.restorePage(unasked({ id }), !returns, now),
      trees.adjustPageCount(id, 1),
    ],
  };
});

const purging = ofTrash(({ model }, { id }) => ({
  name: `purge ${id}`,
  apply: () => model.purge(id),
  writes: [trees.deleteSubtree(unasked({ id }))],
}));

/** Also attempts invalid moves: the statement itself must then change no row. */
const moving = ofPage(({ model, pages, step: [, , b, c, d], now }, page) => {
  const parent = pick([null, ...pages], b)?.id ?? null;
  const position = d % 8;
  if (!model.isLive(page.id)) return null;
  const place = { drive: page.drive, parent };
  const fits = model.fits([page.id], place) || page.parent === parent;
  return {
    name: `move ${page.id} under ${parent ?? "the root"} at ${position}`,
    apply: () => fits && model.move([page.id], place, [position]),
    says: c % 2 === 0 ? [[bulk.canContain([page.id], { driveId: page.drive, parentId: parent }), fits]] : [],
    writes: [trees.movePage(unasked(page), parent, position, now)],
  };
});

function movingAll(chosen: Chosen): Change | null {
  const { model, drive, pages, step, now } = chosen;
  const ids = someOf(chosen);
  const under = pick([null, ...pages], step[4]);
  const place = under ? { drive: under.drive, parent: under.id } : { drive: drive.id, parent: null };
  if (ids.length === 0 || !ids.every((id) => model.isLive(id))) return null;
  const target = { driveId: place.drive, parentId: place.parent };
  const positions = ids.map((_, i) => (step[3] % 8) + i / 4);
  const fits = model.fits(ids, place);
  const condition = bulk.canContain(ids, target);
  return {
    name: `move ${ids.join(" and ")} under ${place.parent ?? place.drive}`,
    apply: () => fits && model.move(ids, place, positions),
    // A separate guard, not this condition, rejects a drive in the trash.
    says: model.drive(place.drive).trashed ? [] : [[condition, fits]],
    writes: fits
      ? [
          bulk.adjustPageCounts(ids, -1),
          ...bulk.moveAll(unaskedAll(ids), positions, target, now),
          bulk.adjustPageCounts(ids, 1),
        ]
      : [],
  };
}

const trashingDrive = ({ drive, now }: Chosen): Change => ({
  name: `${drive.trashed ? "restore" : "trash"} ${drive.id}`,
  apply: () => (drive.trashed = !drive.trashed),
  writes: [drive.trashed ? restoreDrive(unasked(drive), now) : trashDrive(unasked(drive), now)],
});

/** A change is chosen as often as it is listed. */
const KINDS = [adding, adding, granting, granting, granting, revoking, joining, joining, leaving, trashing, trashingAll, restoring, restoring, purging, moving, moving, movingAll, movingAll, trashingDrive]; // oxfmt-ignore

/** Resolves the step in this world; null if it has no target. */
export function changeOf(model: Model, step: Step, users: readonly string[], now: number): Change | null {
  const drive = pick([...model.drives.values()], step[1] >> 8);
  const user = pick(users, step[2] >> 4);
  const kind = pick(KINDS, step[0]);
  if (!drive || !user || !kind) return null;
  return kind({ model, step, drive, user, pages: [...model.pages.values()], now });
}
