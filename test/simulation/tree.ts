/** Compares drives, pages, members and grants in the database with the model. */
import type { Model } from "../model/model.ts";
import { IMPORTS } from "./people.ts";
import type { World } from "./world.ts";

const factsOf = (model: Model): string[] => [
  ...[...model.drives.values()].flatMap(({ id, owner, trashed, members }) => [
    `drive ${id} of ${owner}${trashed ? " trashed" : ""}`,
    ...[...members].map(([user, { role, rights }]) => `member ${user} of ${id}: ${role} ${rights}`),
  ]),
  ...[...model.pages.values()].flatMap(({ id, drive, parent, trashed, grants }) => [
    `page ${id} in ${drive} under ${parent}${trashed ? " trashed" : ""}`,
    ...[...grants].map(([user, rights]) => `grant ${user} on ${id}: ${rights}`),
  ]),
];

const FACTS = `
  select 'drive ' || id || ' of ' || owner_id || iif(trashed_at is null, '', ' trashed') as fact from drives where id <> '${IMPORTS}'
  union all select 'member ' || user_id || ' of ' || drive_id || ': ' || role || ' ' || all_rights from drive_members
  union all select 'page ' || id || ' in ' || drive_id || ' under ' || coalesce(parent_id, 'null')
    || iif(trashed_at is null, '', ' trashed') from pages where type <> 'FILE' and drive_id <> '${IMPORTS}'
  union all select 'grant ' || user_id || ' on ' || page_id || ': ' || all_rights from page_grants
    where page_id in (select id from pages where type <> 'FILE')`;

export function differences(world: World, model: Model): string[] {
  const should = new Set(factsOf(model));
  const is = new Set(world.rows<{ fact: string }>(FACTS).map(({ fact }) => fact));
  return [
    ...[...should].filter((fact) => !is.has(fact)).map((fact) => `missing: ${fact}`),
    ...[...is].filter((fact) => !should.has(fact)).map((fact) => `unexpected: ${fact}`),
  ];
}

/** Positions are chosen by the service, which spreads siblings that are too close. */
export function syncPositions(world: World, model: Model): void {
  for (const { id, position } of world.rows<{ id: string; position: number }>("select id, position from pages")) {
    const page = model.pages.get(id);
    if (page) page.position = position;
  }
}
