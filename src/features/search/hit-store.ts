/** SQL on the search database: the best hits for a query. */
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
 * Maximum number of hits examined per tier, newest first; fewer if the stored text must be read too. Pages known to be
 * hidden from the caller are not counted, so they do not displace other hits.
 */
const MAX_SCANNED = 2_000;
const MAX_CHECKED = 400;
/** The limit if some drives are only partly shared with the caller, because most hits may then be hidden. */
const MAX_SIFTED = 10_000;

export type Hit = {
  readonly pageId: string;
  readonly driveId: string;
  readonly changedAt: Instant;
  /** Index into the requested tiers. */
  readonly tier: number;
  /** Position of the match in the text, in characters from 1; 0 if it is not in the beginning of the text. */
  readonly place: number;
};

type HitQuery = {
  readonly tiers: readonly Tier[];
  readonly terms: readonly Term[];
  readonly needles: readonly Needle[];
  readonly after: SearchPosition | null;
  readonly changedSince: Instant | null;
  readonly limit: number;
  /** Pages known to be hidden from the caller. */
  readonly hidden: readonly string[];
  /** In these drives the caller can see only these pages. */
  readonly within: { readonly drives: readonly string[]; readonly pages: readonly string[] };
};

const d = alias(docs, "d");

/** The best hits, by tier and then by last change. Tiers that are not needed to reach the limit are not read. */
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

/** Number of texts compared to find a misspelled word, newest first, and the characters compared of each. */
const MAX_COMPARED = 40;
const COMPARED = 20_000;

/** Folded titles and beginnings of texts, of matching pages that are not known to be hidden from the caller. */
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

/** Passes all texts of a query as one parameter, because D1 binds at most a hundred per statement. */
class Words {
  readonly #texts: string[] = [];

  of(text: string): SQL {
    const known = this.#texts.indexOf(text);
    return sql`(
      select v from w
      where n = ${whole(known === -1 ? this.#texts.push(text) - 1 : known)})`;
  }

  /** Call this last: the table contains the texts requested so far. */
  table(): SQL {
    return sql`w (n, v) as materialized (select key, value from json_each(${JSON.stringify(this.#texts)}))`;
  }
}

/** SQLite on Workers allows five terms in a compound `select`. */
const UNION = 5;

/** Concatenates the rows of all arms in order. */
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

/** The page the last response ended with or, if it has changed since, its earlier position. */
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

/** Verifies on the text what the index terms cannot: that the letters are adjacent, and where in a word they are. */
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

/** The stored text begins with a space that the page's text does not have. */
function placeOf(needles: readonly Needle[], words: Words): SQL<number> {
  const places = needles.map(({ text, begins }) =>
    begins
      ? sql`nullif(instr(substr(${d.body}, 1, ${whole(HEAD)}), ${words.of(` ${text}`)}), 0)`
      : sql`nullif(instr(substr(${d.body}, 1, ${whole(HEAD)}), ${words.of(text)}) - 1, -1)`,
  );
  return sql`coalesce(${join([...places, sql`0`, sql`0`], sql`, `)})`;
}

/** Maps to the position in the page's own text, accurate to a few characters and never before its beginning. */
const unfolded = (place: SQL<number>): SQL<number> => sql`(
  select case when place = 0 or ${d.places} = '' then place
    else coalesce(${d.places} ->> ('$[' || ((place - 1) / ${whole(STEP)}) || ']'), 0) + 1 + (place - 1) % ${whole(STEP)} end
  from (select ${place} as place))`;
