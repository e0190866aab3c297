/** Noninterference fixtures: pairs of worlds with fixed ids and times that differ only in what one caller may not see. */
import { rightsValues } from "../../src/db/rights-columns.ts";
import { sql, write, type AnyQuery } from "../../src/db/sql.ts";
import { markDirty } from "../../src/features/search/statements.ts";
import type { Model, Page } from "./model.ts";
import { NOW, clear } from "./database.ts";
import { pick, rightsOf } from "./steps.ts";

export type Random = (below: number) => number;

type Text = { title: string; type: "DOCUMENT" | "CHANNEL" | "AI_CHAT"; content: string; at: number };

/** A permission model with page contents and related rows, some of them hidden from the caller. */
export type WorldPair = {
  readonly model: Model;
  readonly texts: Map<string, Text>;
  readonly names: Map<string, string>;
  /** Page references, as "source target" ids. */
  readonly links: Set<`${string} ${string}`>;
  /** Page id and message text. */
  readonly messages: readonly (readonly [page: string, content: string])[];
  /** Notifications: the recipient and the page each is about. */
  readonly notices: readonly (readonly [user: string, page: string])[];
  /** Name of the user who is hidden from people search. */
  readonly stranger: string;
};

const WORDS = ["budget", "plan", "draft", "team"];
const TYPES = ["DOCUMENT", "CHANNEL", "AI_CHAT"] as const;

/** A small vocabulary, so that titles collide and searches find matches. */
export const writeText = (random: Random, at: number): Text => ({
  title: `${pick(WORDS, random(8)) ?? ""}${random(3) === 0 ? ` ${random(9)}` : ""}`,
  type: pick(TYPES, random(9)) ?? "DOCUMENT",
  content: Array.from({ length: random(12) }, () => pick(WORDS, random(8)) ?? "").join(" "),
  at: NOW + at,
});

export const copyOf = (twin: WorldPair): WorldPair => ({
  ...twin,
  model: twin.model.copy(),
  texts: new Map(twin.texts),
  names: new Map(twin.names),
  links: new Set(twin.links),
});

/** Ids of pages that a variation may add. */
export const LATER = ["new-0", "new-1", "new-2"];

type CallerView = { readonly caller: string; readonly sees: (model: Model, page: Page) => boolean };

/** Applies changes that the caller must not notice; `at` is a timestamp that no other row has. */
export function vary(from: WorldPair, sight: CallerView, random: Random, at: number): WorldPair {
  const twin = copyOf(from);
  // Several, because a single change may have no effect.
  for (let n = 0; n < 3; n += 1) change(twin, sight, random, at);
  return twin;
}

function change(twin: WorldPair, { caller, sees }: CallerView, random: Random, at: number): void {
  const { model } = twin;
  const pages = [...model.pages.values()];
  const hidden = pages.filter((page) => !sees(model, page));
  // No visible page inherits its place, rights or state from these.
  const bare = hidden.filter((page) => model.below(page.id).every((below) => !sees(model, below)));
  const closed = [...model.drives.values()].filter(({ id }) => !pages.some((page) => page.drive === id && sees(model, page)) && model.root(caller, id) === 0); // oxfmt-ignore
  const any = pick(hidden, random(1000));
  const loose = pick(bare, random(1000));
  const shut = pick(closed, random(1000));
  const seen = pages.filter((page) => sees(model, page));
  const link = (id: string): void => {
    const to = pick(seen, random(1000));
    if (to) twin.links.add(`${id} ${to.id}`);
  };
  const add = (id: string, to: Page | undefined, drive: string): void => {
    const page = {
      id,
      drive: to?.drive ?? drive,
      parent: to?.id ?? null,
      position: random(9),
      trashed: random(4) === 0,
    };
    if (model.pages.has(id)) return;
    model.pages.set(id, { ...page, grants: new Map() });
    twin.texts.set(id, writeText(random, at));
    if (sees(model, model.page(id))) model.page(id).grants.set(caller, 0);
    if (sees(model, model.page(id))) model.pages.delete(id);
    else link(id);
  };
  const someDrive = pick([...model.drives.keys()], random(1000)) ?? "";
  const kinds: (() => void)[] = [
    () => any && twin.texts.set(any.id, writeText(random, at)),
    () => any && Object.assign(any, { position: random(9) }),
    () => any && link(any.id),
    () => loose && model.purge(loose.id),
    () => loose && Object.assign(loose, { trashed: !loose.trashed }),
    () => loose && loose.grants.set(pick(["ann", "ben", "dan"].filter((user) => user !== caller), random(9)) ?? "", rightsOf(random(1000))), // oxfmt-ignore
    () => add(pick(LATER, random(9)) ?? "", pick([undefined, ...pages], random(1000)), someDrive),
    () => add(pick(LATER, random(9)) ?? "", any, someDrive),
    () => shut && twin.names.set(shut.id, `Drive ${random(100)}`),
    () => shut && (shut.trashed = !shut.trashed),
    () =>
      shut && shut.members.set(caller === "dan" ? "ben" : "dan", { role: "member", rights: rightsOf(random(1000)) }),
    // A caller who sees a page in the hidden user's drive may also see its owner's name.
    () => closed.some(({ owner }) => owner === "outsider") && Object.assign(twin, { stranger: `Outsider ${WORDS[random(4)]} ${random(99)}` }), // oxfmt-ignore
    () => any && Object.assign(twin, { messages: [...twin.messages, [any.id, `said ${at}`]] }),
    () => any && Object.assign(twin, { notices: [...twin.notices, ["outsider", any.id]] }),
  ];
  kinds[random(kinds.length)]?.();
}

/** Like `vary`, but adds sixty hidden pages, more than many lists scan, which all reference one visible page. */
export function crowd(from: WorldPair, { caller, sees }: CallerView, random: Random, at: number): WorldPair {
  const twin = copyOf(from);
  const { model } = twin;
  const named = pick([...model.pages.values()].filter((page) => sees(model, page)), random(1000)); // oxfmt-ignore
  const drive = pick([...model.drives.keys()], random(1000)) ?? "";
  for (let n = 0; n < 60; n += 1) {
    const page = { id: `crowd-${n}`, drive, parent: null, position: n, trashed: false };
    model.pages.set(page.id, { ...page, grants: new Map([[caller, 0]]) });
    twin.texts.set(page.id, writeText(random, at));
    if (named) twin.links.add(`${page.id} ${named.id}`);
    if (sees(model, model.page(page.id))) return copyOf(from);
  }
  return twin;
}

/** Pages to reindex for search when one world replaces the other. */
function changedIn(from: WorldPair, to: WorldPair): string[] {
  const known = ({ model, texts }: WorldPair, id: string): string =>
    JSON.stringify([model.pages.get(id)?.drive, model.pages.has(id) && texts.get(id)]);
  return [...new Set([...from.model.pages.keys(), ...to.model.pages.keys()])].filter((id) => known(from, id) !== known(to, id)); // oxfmt-ignore
}

/** Replaces the stored world and marks changed pages for reindexing; all pages if there is no previous world. */
export function replaceBy(next: WorldPair, last: WorldPair | null): AnyQuery<unknown>[] {
  const { model, texts, names, links, messages, notices, stranger } = next;
  const every = sql`select id from pages where drive_id in (select id from drives)`;
  const dirty = last ? [] : [markDirty(every, NOW)];
  const pages = [...model.pages.values()].map((page) => {
    const text = texts.get(page.id);
    return [page.id, page.drive, page.parent, text?.title, text?.type, page.position, page.trashed ? NOW + 7 : null, text?.at, text?.content]; // oxfmt-ignore
  });
  const drives = [...model.drives.values()].map(({ id, owner, trashed }) => [id, owner, names.get(id) ?? id, model.live(id).length, trashed ? NOW : null]); // oxfmt-ignore
  const members = [...model.drives.values()].flatMap(({ id, owner, members: all }) => [...all].map(([user, { role, rights }]) => [id, user, role, rights, owner])); // oxfmt-ignore
  const grants = [...model.pages.values()].flatMap(({ id, drive, grants: all }) => [...all].map(([user, rights]) => [id, user, rights, model.drive(drive).owner])); // oxfmt-ignore
  const kept = ([page]: readonly [string, string]): boolean => model.pages.has(page);
  const said = messages.filter(kept);
  const told = notices.filter(([, page]) => model.pages.has(page));
  const named = [...links].map((link) => link.split(" ")).filter(([from = "", to = ""]) => model.pages.has(from) && model.pages.has(to)); // oxfmt-ignore
  const rows = (list: readonly unknown[]): string => JSON.stringify(list);
  return [
    ...dirty,
    ...clear,
    write(sql`delete from notifications where user_id in (select id from users)`),
    write(sql`update users set name = ${stranger} where id = 'outsider'`),
    write(sql`insert into drives (id, owner_id, name, slug, page_count, trashed_at, created_at, updated_at)
      select value ->> 0, value ->> 1, value ->> 2, lower(replace(value ->> 2, ' ', '-')), value ->> 3, value ->> 4, ${NOW}, ${NOW} from json_each(${rows(drives)})`),
    write(sql`insert into drive_members (drive_id, user_id, role, rights, can_comment, granted_by, created_at)
      select value ->> 0, value ->> 1, value ->> 2, ${rightsValues(sql`(value ->> 3)`)}, value ->> 4, ${NOW} from json_each(${rows(members)})`),
    write(sql`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, 'ann', ${NOW}, value ->> 7 from json_each(${rows(pages)})`),
    write(
      sql`insert into page_contents (page_id, content) select value ->> 0, value ->> 8 from json_each(${rows(pages)})`,
    ),
    // A property of each page, and a task of everybody.
    write(sql`insert into page_values (page_id, key, n, parent_id, value, shown)
      select value ->> 0, 'note', 0, coalesce(value ->> 2, ''), substr(value ->> 8, 1, 6), null from json_each(${rows(pages)})
      where value ->> 8 <> ''`),
    write(sql`insert into task_people (user_id, is_done, due, page_id, key, source)
      select u.value, 0, '2026-12-01', p.value ->> 0, 'task', substr(p.value ->> 8, 1, 20)
      from json_each(${rows(pages)}) p
      cross join json_each('["ann", "ben", "cleo", "dan"]') u
      where p.value ->> 8 <> ''`),
    write(sql`insert into page_grants (page_id, user_id, rights, can_comment, granted_by, created_at)
      select value ->> 0, value ->> 1, ${rightsValues(sql`(value ->> 2)`)}, value ->> 3, ${NOW} from json_each(${rows(grants)})`),
    write(sql`insert into mentions (page_id, target_type, target_id, created_by, created_at)
      select value ->> 0, 'page', value ->> 1, 'ann', ${NOW} from json_each(${rows(named)})`),
    write(sql`insert into messages (id, page_id, user_id, role, content, created_at)
      select 'message-' || key, value ->> 0, 'ann', 'user', value ->> 1, ${NOW} from json_each(${rows(said)})`),
    write(sql`insert into notifications (id, user_id, type, title, message, actor_id, page_id, created_at)
      select 'notice-' || key, value ->> 0, 'MENTION', 'You were mentioned', value ->> 1, 'ann', value ->> 1, ${NOW} from json_each(${rows(told)})`),
    markDirty(last ? changedIn(last, next) : every, NOW),
  ];
}
