/** SQL of the search database: the best hits for a question. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { docs, terms } from "../../db/schema/search.ts";
import { join, many, rowsOf, sql, whole, type Operand, type Query, type SQL } from "../../db/sql.ts";
import type { SearchPosition } from "./cursor.ts";
import { HEAD, STEP } from "./place-rules.ts";
import type { TextCheck, Needle, Term, Tier } from "./query-rules.ts";

const g = alias(docs, "g");
const p = alias(docs, "p");

/**
 * Hits of one tier that are looked at, newest first; fewer where the stored text has to be read besides. Pages known to
 * be hidden from the caller do not count, so that they push out none.
 */
const MAX_SCANNED = 2_000;
const MAX_CHECKED = 400;
/** The same for a drive of which the caller was given only some pages, where most hits may be hidden from the caller. */
const MAX_SIFTED = 10_000;

export type Hit = {
  readonly pageId: string;
  readonly driveId: string;
  readonly changedAt: Instant;
  /** Index into the tiers asked for. */
  readonly tier: number;
  /** Where the text answers, in characters from 1; 0 = not in its beginning. */
  readonly place: number;
};

type HitQuery = {
  readonly tiers: readonly Tier[];
  readonly terms: readonly Term[];
  readonly needles: readonly Needle[];
  readonly after: SearchPosition | null;
  readonly changedSince: Instant | null;
  readonly limit: number;
  /** Pages that the caller may not see, as far as they are known. */
  readonly hidden: readonly string[];
  /** In these drives the caller may see these pages alone. */
  readonly within: { readonly drives: readonly string[]; readonly pages: readonly string[] };
};

const d = alias(docs, "d");

/** The best hits, by tier and then the last change. Tiers that are not needed to fill the limit are not read. */
export function findHits(asked: HitQuery): Query<Hit[]> {
  const { tiers, after, hidden, within } = asked;
  const words = new Words();
  const place = unfolded(placeOf(asked.needles, words));
  const begin = after?.tier ?? 0;
  const young = asked.changedSince === null ? sql`` : sql` and ${d.changedAt} >= ${asked.changedSince}`;
  const known = hidden.length === 0 ? sql`` : sql` and +rowid not in hidden`;
  const arms = tiers.slice(begin).map(({ match, is, not }, i) => {
    const beyond = i === 0 && after ? sql` and rowid < (select id from reached)` : sql``;
    const checks = [
      ...is.map((check) => sql` and ${holds(check, asked.terms, words)}`),
      ...not.map((check) => sql` and not ${holds(check, asked.terms, words)}`),
    ];
    const most = is.length === 0 ? MAX_SCANNED : MAX_CHECKED;
    const matching = (limit: number): SQL =>
      sql`select rowid as id from ${terms}
        where terms match ${words.of(match)}${beyond}${known}
        order by rowid desc
        limit ${whole(limit)}`;
    const found =
      within.drives.length === 0
        ? matching(most)
        : sql`select any.id
            from (${matching(MAX_SIFTED)}) any
            cross join ${docs} g on ${g.id} = any.id
            where ${g.driveId} not in guarded or any.id in shown
            limit ${whole(most)}`;
    const hit = {
      pageId: d.pageId,
      driveId: d.driveId,
      changedAt: d.changedAt,
      tier: sql<number>`${whole(begin + i)}`,
      place,
    };
    return rowsOf(
      hit,
      (columns) => sql`select ${columns}
        from (${found}) found
        cross join ${docs} d on ${d.id} = found.id
        where true${young}${join(checks, sql``)}`,
    );
  });
  return many(
    sql<Hit>`with ${words.table()},
      hidden (id) as materialized (${idsOf(hidden)}),
      guarded (id) as materialized (select value from json_each(${JSON.stringify(within.drives)})),
      shown (id) as materialized (${idsOf(within.pages)})${after ? sql`, ${reached(after)}` : sql``}
      select * from (${inOrder(arms)})
      limit ${whole(asked.limit)}`,
  );
}

/** Texts that are compared for a word with a mistake, newest first, and how much of each. */
const MAX_COMPARED = 40;
const COMPARED = 20_000;

/** Titles and beginnings of texts, folded, of pages that match and are not known to be hidden from the caller. */
export const findSimilar = (match: string, { hidden, within }: Pick<HitQuery, "hidden" | "within">): Query<string[]> =>
  many(
    sql<{ text: string }>`with hidden (id) as materialized (${idsOf(hidden)}),
        guarded (id) as materialized (select value from json_each(${JSON.stringify(within.drives)})),
        shown (id) as materialized (${idsOf(within.pages)})
      select substr(${d.title} || ' ' || ${d.body}, 1, ${whole(COMPARED)}) as text
      from (
        select rowid as id from ${terms}
        where terms match ${match}
          and +rowid not in hidden
        order by rowid desc
        limit ${whole(MAX_CHECKED)}) found
      cross join ${docs} d on ${d.id} = found.id
      where ${d.driveId} not in guarded or ${d.id} in shown
      limit ${whole(MAX_COMPARED)}`,
    ({ text }) => text,
  );

/** D1 binds a hundred parameters to a statement, so all texts of a question go in one. */
class Words {
  readonly #texts: string[] = [];

  of(text: string): SQL {
    const known = this.#texts.indexOf(text);
    return sql`(
      select v from w
      where n = ${whole(known === -1 ? this.#texts.push(text) - 1 : known)})`;
  }

  /** Last: it holds what was asked for up to now. */
  table(): SQL {
    return sql`w (n, v) as materialized (select key, value from json_each(${JSON.stringify(this.#texts)}))`;
  }
}

/** SQLite on Workers takes five parts in one `union`. */
const UNION = 5;

/** The rows of the first, then those of the second, and so on. */
function inOrder(arms: readonly SQL[]): SQL {
  if (arms.length <= UNION) return join(arms, sql` union all `);
  const groups = Array.from(
    { length: Math.ceil(arms.length / UNION) },
    (_, i) => sql`select * from (${inOrder(arms.slice(i * UNION, (i + 1) * UNION))})`,
  );
  return inOrder(groups);
}

const idsOf = (pageIds: readonly string[]): SQL =>
  sql`select ${p.id}
    from json_each(${JSON.stringify(pageIds)}) j
    cross join ${docs} p on ${p.pageId} = j.value`;

/** The page the last reply ended with, or if it has changed since, where it was then. */
const reached = ({ pageId, changedAt }: SearchPosition): SQL => sql`reached (id) as materialized (
  select coalesce(
    (
      select id from ${docs}
      where page_id = ${pageId}
        and changed_at = ${changedAt}),
    (
      select id + 1 from ${docs}
      where changed_at <= ${changedAt}
      order by changed_at desc, id desc
      limit 1), 0))`;

function stands(column: Operand, word: string, kind: Term["kind"], begins: boolean, words: Words): SQL {
  const { length } = Array.from(word);
  if (kind === "word" && length === 1) return sql`instr(${column} || ' ', ${words.of(` ${word} `)}) > 0`;
  const text = kind === "word" && (begins || length === 2) ? ` ${word}` : word;
  return sql`instr(${column}, ${words.of(text)}) > 0`;
}

/** What the terms alone cannot tell: that letters stand together, and where in a word. */
function holds(check: TextCheck, wanted: readonly Term[], words: Words): SQL {
  const begins = check === "begins" || check === "title-begins";
  const columns = check.startsWith("title") ? [d.title] : [d.title, d.body];
  const anywhere = (kind: Term["kind"], word: string): SQL =>
    sql`(${join(
      columns.map((column) => stands(column, word, kind, begins, words)),
      sql` or `,
    )})`;
  const each = wanted.map(({ kind, forms }) => {
    const ways = forms.map(
      (form) =>
        sql`(${join(
          form.map((word) => anywhere(kind, word)),
          sql` and `,
        )})`,
    );
    return sql`(${join(ways, sql` or `)})`;
  });
  return sql`(${join(each, sql` and `)})`;
}

/** A stored text begins with a blank that the page's own does not have. */
function placeOf(needles: readonly Needle[], words: Words): SQL<number> {
  const places = needles.map(({ text, begins }) =>
    begins
      ? sql`nullif(instr(substr(${d.body}, 1, ${whole(HEAD)}), ${words.of(` ${text}`)}), 0)`
      : sql`nullif(instr(substr(${d.body}, 1, ${whole(HEAD)}), ${words.of(text)}) - 1, -1)`,
  );
  return sql`coalesce(${join([...places, sql`0`, sql`0`], sql`, `)})`;
}

/** The place in the page's own text, to within some characters, and never before its beginning. */
const unfolded = (place: SQL<number>): SQL<number> => sql`(
  select case when place = 0 or ${d.places} = '' then place
    else coalesce(${d.places} ->> ('$[' || ((place - 1) / ${whole(STEP)}) || ']'), 0) + 1 + (place - 1) % ${whole(STEP)} end
  from (select ${place} as place))`;
