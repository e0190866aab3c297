/**
 * The search index in one database, in one object and in an object for each drive, over the same pages and by the same
 * statements: for `npm run bench -- search`.
 */
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import type { AnyQuery, SqlParam } from "../../src/db/sql.ts";
import { findHits, type Hit } from "../../src/features/search/hit-store.ts";
import { type IndexDocument, upsertDocuments } from "../../src/features/search/index-store.ts";
import { parseQuery, tiersOf } from "../../src/features/search/query-rules.ts";
import { driveTerm, termsOf } from "../../src/features/search/word-rules.ts";
import { wordOf } from "./search-words.ts";

type Statement = { readonly text: string; readonly params: readonly SqlParam[] };

export class SearchBench extends DurableObject<Bindings> {
  create(statements: readonly string[]): void {
    for (const statement of statements) this.ctx.storage.sql.exec(statement);
  }

  /** Returns the number of rows written. */
  write(statements: readonly Statement[]): number {
    return this.ctx.storage.transactionSync(() =>
      statements.reduce((sum, { text, params }) => sum + this.#run(text, params).rowsWritten, 0),
    );
  }

  read({ text, params }: Statement): { hits: Hit[]; rowsRead: number } {
    const cursor = this.ctx.storage.sql.exec<Hit>(text, ...params);
    return { hits: cursor.toArray(), rowsRead: cursor.rowsRead };
  }

  #run(text: string, params: readonly SqlParam[]) {
    const cursor = this.ctx.storage.sql.exec(text, ...params);
    cursor.toArray();
    return cursor;
  }
}

type Bindings = { SEARCH: D1Database; INDEX: DurableObjectNamespace<SearchBench> };

const DRIVES = 100;
const PAGES_PER_BATCH = 100;
const WORDS_PER_PAGE = 100;
const VOCABULARY = 50_000;
/** All pages are also in this drive, so that one index answers for one large drive and for many small ones. */
const LARGE = "drive-large";
/** Maximum hits of a search. */
const MAX_HITS = 300;

const driveId = (number: number): string => `drive-${number}`;

function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words by Zipf's law: the probability of a rank is inverse to it. */
function textOf(page: number): { title: string; content: string } {
  const random = randomFrom(page);
  const words = Array.from({ length: WORDS_PER_PAGE }, () => wordOf(Math.floor(VOCABULARY ** random())));
  return { title: words.slice(0, 3).join(" "), content: words.join(" ") };
}

function documentsOf(batch: number): IndexDocument[] {
  const drive = driveId(batch % DRIVES);
  return Array.from({ length: PAGES_PER_BATCH }, (_, at) => {
    const number = batch * PAGES_PER_BATCH + at;
    const { title, content } = textOf(number);
    const terms = `${termsOf({ title, content, type: "markdown", driveId: drive })} ${driveTerm(LARGE)}`;
    const pageId = `0199f0c2-7a10-7000-8000-${String(number).padStart(12, "0")}`;
    return {
      pageId,
      driveId: drive,
      revision: 1,
      changedAt: number,
      title: ` ${title}`,
      body: ` ${content}`,
      places: "",
      terms,
    };
  });
}

const plain = ({ text, params }: AnyQuery<unknown>): Statement => ({ text, params });

async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await act();
  return { ms: performance.now() - started, result };
}

const app = new Hono<{ Bindings: Bindings }>();

app.post("/create", async (c) => {
  const statements = await c.req.json<string[]>();
  const objects = [LARGE, ...Array.from({ length: DRIVES }, (_, at) => driveId(at))];
  await Promise.all(objects.map((name) => c.env.INDEX.getByName(name).create(statements)));
  return c.json({});
});

/** Writes a batch of pages to each target; returns the time that writing took, without preparing the documents. */
app.post("/fill/:batch", async (c) => {
  const batch = Number(c.req.param("batch"));
  const queries = upsertDocuments(documentsOf(batch)).map(plain);
  const database = await timed(async () => {
    const prepared = queries.map(({ text, params }) => c.env.SEARCH.prepare(text).bind(...params));
    const results = await c.env.SEARCH.batch(prepared);
    return results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
  });
  const large = await timed(() => c.env.INDEX.getByName(LARGE).write(queries));
  const small = await timed(() => c.env.INDEX.getByName(driveId(batch % DRIVES)).write(queries));
  return c.json({ database, large, small });
});

function statementFor(words: string, drives: readonly string[], limit: number): Statement {
  const question = parseQuery(words);
  const scope = `(${drives.map((id) => `"${driveTerm(id)}"`).join(" OR ")})`;
  const tiers = tiersOf(question, scope);
  const { terms, needles } = question;
  const within = { drives: [], pages: [] };
  return plain(findHits({ tiers, terms, needles, after: null, changedSince: null, limit, hidden: [], within }));
}

app.get("/find/:target", async (c) => {
  const many = Number(c.req.query("drives") ?? 1);
  const atOnce = Number(c.req.query("atOnce") ?? 6);
  const target = c.req.param("target");
  const drives = many === 0 ? [LARGE] : Array.from({ length: many }, (_, at) => driveId(at));
  const statement = statementFor(c.req.query("q") ?? "", drives, Number(c.req.query("limit") ?? MAX_HITS));
  const { ms, result } = await timed(async () => {
    if (target === "database") {
      const { results, meta } = await c.env.SEARCH.prepare(statement.text)
        .bind(...statement.params)
        .all<Hit>();
      return { hits: results, rowsRead: meta.rows_read };
    }
    const answers: { hits: Hit[]; rowsRead: number }[] = [];
    const waiting = [...drives];
    const ask = async (): Promise<void> => {
      for (let drive = waiting.pop(); drive !== undefined; drive = waiting.pop())
        answers.push(await c.env.INDEX.getByName(drive).read(statement));
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    const hits = answers.flatMap((answer) => answer.hits);
    hits.sort((a, b) => a.tier - b.tier || b.changedAt - a.changedAt);
    return { hits: hits.slice(0, MAX_HITS), rowsRead: answers.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
  });
  return c.json({ ms, hits: result.hits.length, first: result.hits[0]?.pageId, rowsRead: result.rowsRead });
});

// oxlint-disable-next-line import/no-default-export -- what workerd loads
export default app;
