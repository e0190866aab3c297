/** User actions for the model tests: the request, whether the rules allow it, and its effect on the model if it succeeds. */
import {
  COMMENT,
  DELETE,
  EDIT,
  EVERYTHING,
  SHARE,
  VIEW,
  includesRights,
  unpackRights,
  type Rights,
} from "../../src/kernel/rights.ts";
import type { Client, Reply } from "../support/world.ts";
import { MAX_LEVELS, type Drive, type Model, type Page } from "./model.ts";
import { pick, rightsOf, type Step } from "./steps.ts";

export type Action = {
  readonly name: string;
  readonly actor: string;
  readonly send: (client: Client) => Promise<Reply>;
  /** Derived from the actor's rights and the state of the target. */
  readonly allowed: boolean;
  /** `reply` contains the ids and positions that the service chose. */
  readonly apply: (model: Model, reply: Reply) => void;
  /** If false, the action is also refused when anyone would gain rights that the actor does not hold. */
  readonly mayRaise?: boolean;
};

/** `admin` is the only user with the role admin. */
type Stage = { readonly model: Model; readonly step: Step; readonly actor: string; readonly other: string; readonly admin: string; readonly drive: Drive; readonly pages: readonly Page[] }; // oxfmt-ignore

const inDrive = ({ model, actor, drive }: Stage): boolean =>
  !drive.trashed && includesRights(model.root(actor, drive.id), VIEW);

const can = ({ model, actor }: Stage, id: string, needed: Rights): boolean =>
  !model.drive(model.page(id).drive).trashed && includesRights(model.rights(actor, id), VIEW | needed);

/** Owner or admin of the drive, or a user with the role admin who can see the destination. */
const places = ({ model, actor, admin }: Stage, drive: string, seesPlace: boolean): boolean =>
  model.rules(actor, drive) || (actor === admin && seesPlace);

const flags = (rights: Rights) => ({ ...unpackRights(rights) });

const onPage =
  (make: (stage: Stage, page: Page) => Omit<Action, "actor">) =>
  (stage: Stage): Omit<Action, "actor"> | null => {
    const page = pick(stage.pages, stage.step[1]);
    return page ? make(stage, page) : null;
  };

/**
 * Sharing a page must not pass on rights that the sharer lacks on its descendants: there, only the bits that the
 * sharer holds change for the recipient.
 */
function copyRestrictions(model: Model, { actor, other }: Stage, page: Page, rights: Rights): void {
  if (model.rules(actor, page.drive)) return;
  const nearest = model.pathToRoot(page.id).find(({ grants }) => grants.has(other));
  const member = model.drive(page.drive).members.get(other);
  const before = nearest?.grants.get(other) ?? (member?.role === "member" ? member.rights : 0);
  const limits = model
    .below(page.id)
    .slice(1)
    .flatMap((below) => {
      const limit = below.grants.get(actor);
      const path = model.pathToRoot(below.id);
      const between = path.slice(0, path.indexOf(page));
      if (limit === undefined || between.some(({ grants }) => grants.has(other))) return [];
      const bits = (limit & rights) | (before & ~limit);
      const kept = bits & EDIT ? bits | COMMENT : bits;
      return kept === rights ? [] : [{ below, kept: includesRights(kept, VIEW) ? kept : 0 }];
    });
  for (const { below, kept } of limits) below.grants.set(other, kept);
}

const heldBy = (model: Model, user: string, page: Page, own: Rights | undefined): Rights => {
  if (own !== undefined) return own;
  return model.rights(user, page.id);
};

const share = onPage((stage, page) => {
  const { model, actor, other, step } = stage;
  const rights = rightsOf(step[3]);
  const own = page.grants.get(other);
  return {
    name: `shares ${page.id} with ${other}: ${rights}`,
    send: (client) => client.post(`/api/pages/${page.id}/permissions`, { userId: other, ...flags(rights) }),
    allowed:
      can(stage, page.id, SHARE) &&
      other !== actor &&
      other !== model.drive(page.drive).owner &&
      includesRights(model.rights(actor, page.id), rights | heldBy(model, other, page, own)),
    apply: (after) => {
      const there = after.page(page.id);
      copyRestrictions(after, stage, there, rights);
      there.grants.set(other, rights);
    },
  };
});

const unshare = onPage((stage, page) => {
  const { model, actor, other } = stage;
  const own = page.grants.get(other);
  const without = model.copy();
  without.page(page.id).grants.delete(other);
  const inherited = without.rights(other, page.id);
  const isOwnGrant = other === actor && !model.rules(actor, page.drive);
  return {
    name: `revokes the grant of ${other} on ${page.id}`,
    send: (client) => client.delete(`/api/pages/${page.id}/permissions`, { userId: other }),
    allowed:
      can(stage, page.id, SHARE) &&
      (own === undefined || (!isOwnGrant && includesRights(model.rights(actor, page.id), own | inherited))),
    apply: (after) => {
      if (own === undefined) return;
      const there = after.page(page.id);
      copyRestrictions(after, stage, there, inherited);
      there.grants.delete(other);
    },
  };
});

function join(stage: Stage): Omit<Action, "actor"> {
  const { model, actor, other, drive, step } = stage;
  const before = drive.members.get(other);
  const role = step[3] % 5 === 0 ? "admin" : "member";
  const rights = role === "admin" ? EVERYTHING : rightsOf(step[4]) | VIEW;
  const body = { role, ...flags(rights) };
  return {
    name: `makes ${other} ${role} ${rights} of ${drive.id}`,
    send: (client) =>
      before
        ? client.patch(`/api/drives/${drive.id}/members/${other}`, body)
        : client.post(`/api/drives/${drive.id}/members`, { userId: other, ...body }),
    allowed: inDrive(stage) && model.rules(actor, drive.id) && other !== drive.owner,
    apply: (after) => after.drive(drive.id).members.set(other, { role, rights }),
  };
}

function leave(stage: Stage): Omit<Action, "actor"> {
  const { model, actor, other, drive } = stage;
  return {
    name: `removes ${other} from ${drive.id}`,
    send: (client) => client.delete(`/api/drives/${drive.id}/members/${other}`),
    allowed:
      inDrive(stage) &&
      (model.rules(actor, drive.id) || actor === other) &&
      other !== drive.owner &&
      drive.members.has(other),
    apply: (after) => after.leave(drive.id, other),
  };
}

function create(stage: Stage): Omit<Action, "actor"> {
  const { model, actor, drive, step } = stage;
  const parent = pick([null, ...stage.pages], step[2])?.id ?? null;
  const fits =
    parent === null ||
    (model.page(parent).drive === drive.id && !model.inTrash(parent) && model.pathToRoot(parent).length < MAX_LEVELS);
  const sees = parent === null ? inDrive(stage) : can(stage, parent, VIEW);
  return {
    name: `creates a page under ${parent ?? drive.id}`,
    send: (client) =>
      client.post("/api/pages", { driveId: drive.id, title: "New", type: "DOCUMENT", position: step[3] % 8, ...(parent !== null && { parentId: parent }) }), // oxfmt-ignore
    allowed: !drive.trashed && fits && sees && places({ ...stage, actor }, drive.id, sees),
    apply: (after, { body }) => {
      const id = String(body["id"]);
      const page = { id, drive: drive.id, parent, position: Number(body["position"]), trashed: false };
      after.pages.set(id, { ...page, grants: new Map() });
    },
  };
}

const trash = onPage((stage, { id }) => ({
  name: `deletes ${id}`,
  send: (client) => client.delete(`/api/pages/${id}`),
  allowed: can(stage, id, DELETE) && (stage.model.inTrash(id) || stage.model.deletes(stage.actor, id)),
  apply: (after) => {
    if (!after.inTrash(id)) after.trashAll([id]);
  },
}));

/** Picks a page in the trash, and occasionally any page. */
const inTrash = (make: (stage: Stage, page: Page) => Omit<Action, "actor">) => (stage: Stage) => {
  const trashed = stage.pages.filter(({ id }) => stage.model.inTrash(id));
  return onPage(make)(stage.step[4] % 4 === 0 || trashed.length === 0 ? stage : { ...stage, pages: trashed });
};

const restore = inTrash((stage, { id }) => ({
  name: `restores ${id}`,
  send: (client) => client.post(`/api/pages/${id}/restore`),
  allowed: can(stage, id, DELETE) && stage.model.inTrash(id),
  apply: (after) => after.restore(id),
}));

const purge = inTrash((stage, { id }) => ({
  name: `purges ${id}`,
  send: (client) => client.delete(`/api/trash/${id}`),
  allowed: can(stage, id, DELETE) && stage.model.inTrash(id) && stage.model.deletes(stage.actor, id),
  apply: (after) => after.purge(id),
}));

const reorder = onPage((stage, page) => {
  const { model, actor, step } = stage;
  const parent = pick([null, ...(step[4] % 8 === 0 ? stage.pages : model.within(page.drive))], step[2])?.id ?? null;
  const place = { drive: page.drive, parent };
  const position = step[3] % 8;
  const mayPlace =
    parent === null
      ? places(stage, page.drive, includesRights(model.root(actor, page.drive), VIEW))
      : can(stage, parent, EDIT);
  return {
    name: `moves ${page.id} under ${parent ?? "the root"}`,
    send: (client) => client.post("/api/pages/reorder", { pageId: page.id, parentId: parent, position }),
    allowed: can(stage, page.id, EDIT) && mayPlace && model.fits([page.id], place),
    apply: (after) => after.move([page.id], place, [position]),
    mayRaise: false,
  };
});

function moveMany(stage: Stage): Omit<Action, "actor"> | null {
  const { model, actor, drive, pages, step } = stage;
  const first = pick(pages, step[1]);
  const near = first && step[3] % 3 > 0 ? model.within(first.drive) : pages;
  const ids = [...new Set([first, pick(near, step[2])].flatMap((page) => page?.id ?? []))];
  const under = pick([null, ...near], step[4]);
  const place = under ? { drive: under.drive, parent: under.id } : { drive: near[0]?.drive ?? drive.id, parent: null };
  const crosses = ids.some((id) => model.page(id).drive !== place.drive);
  const seesRoot = includesRights(model.root(actor, place.drive), VIEW);
  const mayPlace = place.parent === null ? places(stage, place.drive, seesRoot) : can(stage, place.parent, EDIT);
  const rulesAll = [place.drive, ...ids.map((id) => model.page(id).drive)].every((id) => model.rules(actor, id));
  const body = { pageIds: ids, targetDriveId: place.drive, targetParentId: place.parent };
  return {
    name: `moves ${ids.join(" and ")} under ${place.parent ?? place.drive}`,
    send: (client) => client.post("/api/pages/bulk/move", body),
    allowed:
      ids.length > 0 &&
      ids.every((id) => can(stage, id, EDIT)) &&
      mayPlace &&
      (!crosses || rulesAll) &&
      model.fits(ids, place),
    apply: (after, { body: reply }) => {
      const moved = reply["movedPages"] as { position: number }[]; // guaranteed by the contract
      after.move(ids, place, moved.map(({ position }) => position)); // oxfmt-ignore
    },
    mayRaise: false,
  };
}

function trashMany(stage: Stage): Omit<Action, "actor"> {
  const ids = [...new Set([stage.step[1], stage.step[2]].flatMap((choice) => pick(stage.pages, choice)?.id ?? []))];
  return {
    name: `deletes ${ids.join(" and ")}`,
    send: (client) => client.post("/api/pages/bulk/delete", { pageIds: ids }),
    allowed:
      ids.length > 0 &&
      ids.every((id) => can(stage, id, DELETE) && !stage.model.inTrash(id) && stage.model.deletes(stage.actor, id)),
    apply: (after) => after.trashAll(ids),
  };
}

function trashDrive({ actor, drive }: Stage): Omit<Action, "actor"> {
  const to = !drive.trashed;
  return {
    name: `${to ? "deletes" : "restores"} ${drive.id}`,
    send: (client) => (to ? client.delete(`/api/drives/${drive.id}`) : client.post(`/api/drives/${drive.id}/restore`)),
    allowed: drive.owner === actor,
    apply: (after) => (after.drive(drive.id).trashed = to),
  };
}

const MAKERS = { share, unshare, join, leave, create, trash, restore, purge, reorder, moveMany, trashMany, trashDrive };
type ActionKind = keyof typeof MAKERS;

/** An action is chosen as often as it is listed. */
const KINDS: readonly ActionKind[] = ["share", "share", "share", "share", "unshare", "unshare", "join", "join", "leave", "create", "trash", "restore", "restore", "purge", "reorder", "reorder", "reorder", "moveMany", "moveMany", "trashMany", "trashDrive"]; // oxfmt-ignore

export function actionOf(model: Model, step: Step, users: readonly string[], admin: string): Action | null {
  const drive = pick([...model.drives.values()], step[1] >> 8);
  const kind = pick(KINDS, step[0]);
  const other = pick(users, step[2] >> 4);
  // Mostly a user with some rights there who is not an owner or admin; otherwise everything is refused or everything allowed.
  const page = pick([...model.pages.values()], step[1]);
  const some = users.filter((user) => page && !model.rules(user, page.drive) && model.rights(user, page.id) > 1);
  const actor = pick(some.length > 0 && (step[0] >> 6) % 4 > 0 ? some : users, step[0] >> 8);
  if (!drive || !kind || actor === undefined || other === undefined) return null;
  const act = MAKERS[kind]({ model, step, actor, other, admin, drive, pages: [...model.pages.values()] });
  return act && { ...act, actor };
}

/** An action whose actor, page and other user are chosen by the caller; `step` has its remaining choices. */
export function actionOn(
  kind: ActionKind,
  page: Page,
  stage: Pick<Stage, "model" | "step" | "actor" | "other" | "admin">,
): Action | null {
  const act = MAKERS[kind]({ ...stage, drive: stage.model.drive(page.drive), pages: [page] });
  return act && { ...act, actor: stage.actor };
}

/** Rights that a user would gain on a page although the actor did not hold them there either, one line each. */
export function raised(before: Model, after: Model, actor: string, users: readonly string[]): string[] {
  return [...before.pages.keys()].flatMap((id) =>
    users.flatMap((user) => {
      const more = after.pages.has(id) ? after.rights(user, id) & ~before.rights(user, id) : 0;
      const beyond = more & ~before.rights(actor, id);
      return beyond === 0 ? [] : [`${user} gained ${beyond} on ${id}, which ${actor} lacks`];
    }),
  );
}

/** True if any user gains rights on any page. */
export const raisesAny = (before: Model, after: Model, users: readonly string[]): boolean =>
  [...before.pages.keys()].some((id) =>
    users.some((user) => after.pages.has(id) && (after.rights(user, id) & ~before.rights(user, id)) !== 0),
  );
