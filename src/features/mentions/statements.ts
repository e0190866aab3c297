/** Stores the mentions in a text: statements for the batch that writes the text, whichever route it came by. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { findMentions, markdownMentions } from "../../formats/mentions.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { notifications } from "../../db/schema/notifications.ts";
import { mentions, pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import {
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
import { rightsOn } from "../../permissions/ancestors.ts";
import { prepareForCaller } from "../../permissions/credential.ts";
import { isMuted, nameOfAuthor, wantsKind } from "../notifications/statements.ts";
import { inLanguageOf, textFor } from "../notifications/text-statements.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../permissions/bulk-rights.ts";

const p = alias(pages, "p");
const m = alias(mentions, "m");
const u = alias(users, "u");

/** Maximum number of mentions stored per page; of a text with more, the first ones are kept. */
const MAX_TARGETS = 500;
/** Maximum number of users notified per change of a text. */
const MAX_NOTIFIED = 50;
/** Rows per statement: well below D1's limit of 2 MB per parameter. */
const ROWS_PER_BATCH = 5_000;

type Target = { readonly kind: "user" | "page"; readonly id: string };

/** The page of a text, and the author of its current version. */
export type MentionSource = {
  readonly pageId: string;
  readonly by: string;
  /** The token it was written with; null if the user wrote it in person. */
  readonly tokenId: string | null;
  readonly now: Instant;
  readonly newId: () => string;
};

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
  written: MentionSource,
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
    ...notifyUsers(written, targets, sql`${applies} and ${isNewlyNamed(u.id)}`),
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

/** Notifies the users mentioned in a message who were not mentioned in its previous version. */
export function notifyOfMessage(written: MentionSource, content: string, before: string | null): Write<number>[] {
  const known = new Set(before === null ? [] : markdownMentions(before).map(({ kind, id }) => `${kind}:${id}`));
  const targets = distinct(markdownMentions(content)).filter(({ kind, id }) => !known.has(`${kind}:${id}`));
  return notifyUsers(written, targets, sql`1`);
}

/** `condition` refers to the user as `u`. */
function notifyUsers(
  { pageId, by, tokenId, now, newId }: MentionSource,
  targets: readonly Target[],
  condition: SQL,
): Write<number>[] {
  const named = targets.filter(({ kind, id }) => kind === "user" && id !== by).slice(0, MAX_NOTIFIED);
  if (named.length === 0) return [];
  const rows = named.map(({ id }) => [newId(), id] as const);
  const mentioned = inLanguageOf("mentioned", {
    who: (language) =>
      sql`coalesce(${textFor(nameOfAuthor(by, tokenId), language)}, ${inLanguageOf("somebody")(language)})`,
    page: sql`${p.title}`,
  });
  const insert = write(sql`insert into ${notifications}
        (id, user_id, type, title, message, actor_id, page_id, drive_id, created_at)
      select json_extract(j.value, '$[0]'), ${u.id}, 'MENTION',
        ${inLanguageOf("mentionedTitle")(sql`${u.language}`)}, ${mentioned(sql`${u.language}`)},
        ${by}, ${p.id}, ${p.driveId}, ${now}
      from json_each(${JSON.stringify(rows)}) j
      cross join ${users} u on ${u.id} = json_extract(j.value, '$[1]')
      cross join ${pages} p on ${p.id} = ${pageId}
      where ${condition}
        and ${wantsKind("MENTION", u.notificationsOff)}
        and not ${isMuted(sql`${u.id}`, pageId)}
        and not ${hasBlocked(sql`${u.id}`, by)}
        and (${rightsOn(pageId, u.id)} & ${VIEW}) = ${VIEW}`);
  return [{ ...insert, notifies: rows.map(([id]) => id) }];
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
