/** Reference model of workspace permissions in plain objects, as described in docs/architecture.md. */
import { DELETE, EVERYTHING, VIEW, type Rights } from "../../src/kernel/rights.ts";

export const MAX_LEVELS = 64;
/** The user who created every page. */
export const CREATOR = "ann";

export type Member = { readonly role: "admin" | "member"; readonly rights: Rights };
export type Drive = { readonly id: string; readonly owner: string; trashed: boolean; members: Map<string, Member> };
export type Page = {
  readonly id: string;
  drive: string;
  parent: string | null;
  position: number;
  trashed: boolean;
  grants: Map<string, Rights>;
};
export type ParentPlace = { readonly drive: string; readonly parent: string | null };

export class Model {
  readonly drives = new Map<string, Drive>();
  readonly pages = new Map<string, Page>();

  copy(): Model {
    const other = new Model();
    for (const [id, drive] of this.drives) other.drives.set(id, structuredClone(drive));
    for (const [id, page] of this.pages) other.pages.set(id, structuredClone(page));
    return other;
  }

  drive = (id: string): Drive => this.drives.get(id) ?? fail(`no drive ${id}`);
  page = (id: string): Page => this.pages.get(id) ?? fail(`no page ${id}`);

  /** The page and its ancestors, nearest first. */
  pathToRoot(id: string | null): Page[] {
    const page = id === null ? undefined : this.pages.get(id);
    return page ? [page, ...this.pathToRoot(page.parent)] : [];
  }

  /** True for the owner and admins, who hold all rights regardless of grants. */
  rules(user: string, driveId: string): boolean {
    const { owner, members } = this.drive(driveId);
    return owner === user || members.get(user)?.role === "admin";
  }

  root = (user: string, driveId: string): Rights =>
    this.rules(user, driveId) ? EVERYTHING : (this.drive(driveId).members.get(user)?.rights ?? 0);

  rights(user: string, id: string): Rights {
    const { drive } = this.page(id);
    if (this.rules(user, drive)) return EVERYTHING;
    const nearest = this.pathToRoot(id).find(({ grants }) => grants.has(user));
    return nearest?.grants.get(user) ?? this.root(user, drive);
  }

  sees = (user: string, id: string): boolean => (this.rights(user, id) & VIEW) !== 0;
  inTrash = (id: string): boolean => this.pathToRoot(id).some(({ trashed }) => trashed);
  isLive = (id: string): boolean => !this.inTrash(id) && !this.drive(this.page(id).drive).trashed;

  /** All children of a parent in order, regardless of visibility. */
  at = ({ drive, parent }: ParentPlace): Page[] =>
    [...this.pages.values()]
      .filter((page) => page.drive === drive && page.parent === parent)
      .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));

  /** The page and its descendants; `isLiveOnly` leaves out those that were trashed themselves. */
  below(id: string, isLiveOnly = false): Page[] {
    const page = this.page(id);
    const children = this.at({ drive: page.drive, parent: id }).filter(({ trashed }) => !(isLiveOnly && trashed));
    return [page, ...children.flatMap((child) => this.below(child.id, isLiveOnly))];
  }

  /** Deleting requires VIEW and DELETE on the page and all its descendants, in the trash or not. */
  deletes = (user: string, id: string): boolean =>
    this.below(id).every((page) => (this.rights(user, page.id) & (VIEW | DELETE)) === (VIEW | DELETE));

  /** Height of the live subtree in levels, including the page itself. */
  levels = (id: string): number =>
    Math.max(...this.below(id, true).map((page) => this.pathToRoot(page.id).length)) - this.pathToRoot(id).length + 1;

  children = (user: string, place: ParentPlace): Page[] =>
    this.at(place).filter(({ id, trashed }) => !trashed && this.sees(user, id));

  /** Visible pages in tree order; descendants of a hidden page are not reached. */
  tree = (user: string, place: ParentPlace): Page[] =>
    this.children(user, place).flatMap((page) => [page, ...this.tree(user, { ...place, parent: page.id })]);

  crumbs = (user: string, id: string): Page[] =>
    this.pathToRoot(id)
      .toReversed()
      .filter((page) => this.sees(user, page.id));

  within = (drive: string): Page[] => [...this.pages.values()].filter((page) => page.drive === drive);
  live = (drive: string): Page[] => this.within(drive).filter(({ id }) => !this.inTrash(id));
  count = (user: string, drive: string): number => this.live(drive).filter(({ id }) => this.sees(user, id)).length;

  /** Pages that were trashed themselves; for a trashed drive, also its top level. */
  trash = (user: string, drive: string): Page[] =>
    this.within(drive)
      .filter(({ parent, trashed }) => trashed || (this.drive(drive).trashed && parent === null))
      .filter(({ id }) => this.sees(user, id));

  /** Whether the pages may move there: the parent is live, not in any of their subtrees, and the depth limit is kept. */
  fits(ids: readonly string[], { drive, parent }: ParentPlace): boolean {
    if (this.drive(drive).trashed || ids.some((id) => !this.isLive(id))) return false;
    if (parent === null) return true;
    if (this.pages.get(parent)?.drive !== drive || this.inTrash(parent)) return false;
    const above = this.pathToRoot(parent);
    if (above.some(({ id }) => ids.includes(id))) return false;
    return above.length + Math.max(...this.topmost(ids).map((id) => this.levels(id))) <= MAX_LEVELS;
  }

  topmost = (ids: readonly string[]): string[] =>
    ids.filter((id) => !this.pathToRoot(this.page(id).parent).some((above) => ids.includes(above.id)));

  move(ids: readonly string[], { drive, parent }: ParentPlace, positions: readonly number[]): void {
    for (const page of ids.flatMap((id) => this.below(id))) page.drive = drive;
    for (const [i, id] of ids.entries()) Object.assign(this.page(id), { parent, position: positions[i] ?? 0 });
  }

  trashAll(ids: readonly string[]): void {
    for (const id of this.topmost(ids)) this.page(id).trashed = true;
  }

  /** Whether a restored page returns to its old parent; otherwise it goes to the root. */
  returns({ id, drive, parent }: Page): boolean {
    if (parent === null) return true;
    const above = this.pathToRoot(parent);
    return above[0]?.drive === drive && !this.inTrash(parent) && above.length + this.levels(id) <= MAX_LEVELS;
  }

  /** A page restored to the root keeps the rights it inherited from its former ancestors. */
  restore(id: string): void {
    const page = this.page(id);
    const last = Math.max(0, ...this.at({ drive: page.drive, parent: null }).map(({ position }) => position));
    if (!this.returns(page)) {
      for (const { grants } of this.pathToRoot(page.parent))
        for (const [user, rights] of grants) if (!page.grants.has(user)) page.grants.set(user, rights);
      Object.assign(page, { parent: null, position: last + 1 });
    }
    page.trashed = false;
  }

  purge(id: string): void {
    for (const page of this.below(id)) this.pages.delete(page.id);
  }

  leave(drive: string, user: string): void {
    this.drive(drive).members.delete(user);
    // Grants that give access are removed; those that withhold it stay.
    for (const { grants } of this.within(drive)) if ((grants.get(user) ?? 0) & VIEW) grants.delete(user);
  }
}

function fail(why: string): never {
  throw new Error(why);
}
