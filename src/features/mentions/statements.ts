/** Stores the mentions in a text: statements for the batch that writes the text, whichever route it came by. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { findMentions, markdownMentions } from "../../formats/mentions.ts";
import { mentions, pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import {
  TRUE,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Named,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import type { Caller } from "../../kernel/caller.ts";
import { prepareForCaller } from "../../permissions/credential.ts";
import { notifyViewers, type Written } from "../notifications/viewer-statements.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../permissions/bulk-rights.ts";

const p = alias(pages, "p");
const m = alias(mentions, "m");
const u = alias(users, "u");

/** Maximum number of mentions stored per page; of a text with more, the first ones are kept. */
const MAX_TARGETS = 500;
/** Rows per statement: well below D1's limit of 2 MB per parameter. */
const ROWS_PER_BATCH = 5_000;

type Target = { readonly kind: "user" | "page"; readonly id: string };

const usersIn = (targets: readonly Target[]): string[] =>
  targets.flatMap(({ kind, id }) => (kind === "user" ? [id] : []));

const distinct = (targets: readonly Target[]): Target[] =>
  [...new Map(targets.map(({ kind, id }) => [`${kind}:${id}`, { kind, id }])).values()].slice(0, MAX_TARGETS);

/**
 * Replaces the page's mention rows by those of `text`, and notifies newly mentioned users once, if they can see the
 * page. The rows depend on the text alone, so repeating this or skipping intermediate versions gives the same result.
 * `applies` guards all of it: a commit that had no effect mentions nobody. `before` is the text that the rows were
 * derived from, "" for a page created in this batch, or null if it is not available; with it, nothing is written if
 * neither text mentions anyone.
 */
export function syncMentions(
  written: Written,
  type: PageType,
  text: string,
  applies: SQL,
  before: string | null,
): Write<number>[] {
  const { pageId, by, now } = written;
  const targets = distinct(findMentions(type, text));
  if (targets.length === 0) {
    if (before !== null && findMentions(type, before).length === 0) return [];
    return [
      write(sql`delete from ${mentions}
        where page_id = ${pageId}
          and ${applies}`),
    ];
  }
  const list = JSON.stringify(targets.map(({ kind, id }) => [kind, id]));
  const isListed = sql`(target_type, target_id) in (
    select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${list}))`;
  const isNewlyNamed = (userId: Operand): SQL =>
    sql`not exists (
      select 1 from ${mentions} m
      where ${m.pageId} = ${pageId}
        and ${m.targetType} = 'user'
        and ${m.targetId} = ${userId})`;
  return [
    write(sql`delete from ${mentions}
      where page_id = ${pageId}
        and not ${isListed}
        and ${applies}`),
    ...notifyViewers(written, "MENTION", usersIn(targets), sql`${applies} and ${isNewlyNamed(u.id)}`),
    write(sql`insert into ${mentions} (page_id, target_type, target_id, created_by, created_at)
      select ${pageId}, json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${by}, ${now}
      from json_each(${list})
      where ${applies}
      on conflict do nothing`),
  ];
}

/** For pages created in bulk by this batch. Nobody is notified, because their texts are not news. */
export function insertMentions(
  made: readonly { readonly id: string; readonly type: PageType; readonly content: string }[],
  by: string,
  now: Instant,
): Write<number>[] {
  const rows = made.flatMap(({ id, type, content }) =>
    distinct(findMentions(type, content)).map((target) => [id, target.kind, target.id] as const),
  );
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_BATCH) }, (_, i) =>
    JSON.stringify(rows.slice(i * ROWS_PER_BATCH, (i + 1) * ROWS_PER_BATCH)),
  );
  return parts.map((part) =>
    write(sql`insert into ${mentions} (page_id, target_type, target_id, created_by, created_at)
      select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), ${by}, ${now}
      from json_each(${part})`),
  );
}

/** Ids of the users mentioned in a message or comment. */
export const mentionedUsers = (content: string): string[] => usersIn(distinct(markdownMentions(content)));

/** Notifies the users mentioned in a message or comment who were not mentioned in its previous version. */
export function notifyOfMessage(written: Written, content: string, before: string | null): Write<number>[] {
  const known = new Set(before === null ? [] : markdownMentions(before).map(({ kind, id }) => `${kind}:${id}`));
  const targets = distinct(markdownMentions(content)).filter(({ kind, id }) => !known.has(`${kind}:${id}`));
  return notifyViewers(written, "MENTION", usersIn(targets), TRUE);
}

const backlink = { id: p.id, title: p.title, icon: p.icon, type: p.type, driveId: p.driveId };
type Backlink = RowOf<typeof backlink>;

/** Backlinks shown, by title, and candidate pages examined, oldest first, because each costs an upward walk. */
const MAX_BACKLINKS = 50;
const MAX_LOOKED_AT = 500;

/** Links from the page to itself are left out. */
const pagesLinkingTo = (pageId: Operand): SQL =>
  sql`(
    select page_id as value from ${mentions}
    where target_type = 'page'
      and target_id = ${pageId}
      and page_id <> ${pageId}
    order by page_id
    limit ${whole(MAX_LOOKED_AT)})`;

const backlinksOf = prepareForCaller((userId, { pageId }: Named<"pageId">) =>
  rowsOf(
    backlink,
    (columns) => sql`with recursive ${rightsOnMany(userId, pagesLinkingTo(pageId))}
      select ${columns}
      from held h
      cross join ${pages} p on ${p.id} = h.root
      where ${hasRightsOnLivePage(VIEW, "h")}
      order by ${p.title}, ${p.id}
      limit ${whole(MAX_BACKLINKS)}`,
  ),
);

/** Live pages that mention this one and that the caller can see. */
export const listBacklinks = (caller: Caller, pageId: string): Query<Backlink[]> =>
  many(backlinksOf(caller, { pageId }));
