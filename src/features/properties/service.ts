/** Lists the pages of a folder by their properties. */
import * as z from "zod";
import type { Actor, Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { Id } from "../../kernel/contract.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { invalid } from "../../kernel/errors.ts";
import { unpackRights, VIEW } from "../../kernel/rights.ts";
import { evaluateFormulas } from "../../formats/properties/formulas.ts";
import { foldKey } from "../../formats/properties/front-matter.ts";
import { findOption, findProperty, readSchema, type Property } from "../../formats/properties/schema.ts";
import { entryOfIndexed, typedValue, type IndexedValue, type TypedValue } from "../../formats/properties/values.ts";
import { fieldOf, readQueryJson } from "../../formats/query/check.ts";
import { QueryFault } from "../../formats/query/faults.ts";
import { parseQuery } from "../../formats/query/parse.ts";
import { fieldsOf, testsOf, type Query as Filter, type QueryFields } from "../../formats/query/query.ts";
import { readSort } from "../../formats/properties/view-blocks.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";
import { loadPage } from "../pages/index.ts";
import { MAX_SORTS, type FolderRow, type PropertyValue, type RowsAnswer, type RowsQuery } from "./contract.ts";
import { countRows, listRows, MAX_COUNTED, MAX_GROUPS, type Group, type RowsRequest, type SortKey, type StoredRow } from "./rows-store.ts"; // oxfmt-ignore
import { computeRollups } from "./rollups.ts";
import { listDeclaringFolders } from "./schema-store.ts";

const CursorValues = z.tuple([z.array(z.union([z.string(), z.number(), z.null()])).max(MAX_SORTS), Id]);

/**
 * Throws `invalid_request` with a sentence for a query or sort that the declared properties do not allow. With
 * `ownValuesOnly`, values come from the listed pages alone: roll-ups and the formulas over them are left out.
 */
export async function listFolderRows(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
  input: RowsQuery,
  { ownValuesOnly = false }: { readonly ownValuesOnly?: boolean } = {},
): Promise<RowsAnswer> {
  const [{ actor }, folders] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    listDeclaringFolders(caller, pageId),
  ]);
  const schema = folders.map(({ text }) => readSchema(text)).find((each) => each.length > 0) ?? [];
  const known = fieldsOf(schema);
  const after = readCursor(input.cursor, CursorValues);
  const request: RowsRequest = {
    folderId: pageId,
    filter: input.query === undefined ? null : filterOf(input.query, schema, known),
    declared: new Map(schema.map(({ name, type }) => [foldKey(name), type])),
    sort: input.sort.map((name) => sortKeyOf(name, schema, known)),
    context: { userId: actor.userId, today: input.today ?? toIso(deps.now).slice(0, 10) },
    after: after && { keys: after[0], id: after[1] },
    limit: input.limit,
  };
  const rows = await readRows(deps, caller, request);
  const counts = input.groupBy === undefined ? null : await readCounts(deps, caller, request, input.groupBy, schema, known); // oxfmt-ignore
  const shown = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? shown.at(-1) : undefined;
  return {
    properties: schema.map(({ name, type, options, currency }) => ({
      name,
      type,
      options: options.map(({ label, color, limit }) => ({ label, color, limit })),
      currency,
    })),
    rows: present(
      shown,
      schema,
      actor,
      deps.now,
      ownValuesOnly
        ? null
        : await computeRollups(
            deps,
            caller,
            schema,
            shown.map(({ id }) => id),
          ),
    ),
    nextCursor: last === undefined ? null : writeCursor([JSON.parse(last.keys), last.id]),
    ...counts,
  };
}

/** Runs `check`, whose errors become those of the request. */
function checked<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof QueryFault) throw invalid(path, error.message);
    throw error;
  }
}

function filterOf(source: NonNullable<RowsQuery["query"]>, schema: readonly Property[], known: QueryFields): Filter {
  const filter = checked("query", () =>
    typeof source === "string" ? parseQuery(source, known) : readQueryJson(source, known),
  );
  for (const { p } of testsOf(filter)) requireStored(p, "query", schema);
  return withPreviousLabels(filter, schema);
}

/** Pages may still contain the label that an option had before. */
function withPreviousLabels(query: Filter, schema: readonly Property[]): Filter {
  if ("not" in query) return { not: withPreviousLabels(query.not, schema) };
  if ("and" in query) return { and: query.and.map((part) => withPreviousLabels(part, schema)) };
  if ("or" in query) return { or: query.or.map((part) => withPreviousLabels(part, schema)) };
  const options = findProperty(schema, query.p)?.options ?? [];
  const values = (typeof query.v === "object" ? query.v : [query.v]).flatMap((label) => {
    const was = typeof label === "string" ? findOption(options, label)?.was : null;
    return was === null || was === undefined ? [] : [was];
  });
  if (values.length === 0 || query.v === undefined) return query;
  const all = [...(typeof query.v === "object" ? query.v : [query.v]), ...values];
  const test = { p: query.p, op: "in", v: all } as const;
  return query.op === "!=" ? { not: test } : test;
}

/** Formulas and roll-ups are computed for the rows that are shown. */
function requireStored(name: string, path: string, schema: readonly Property[]): void {
  const type = findProperty(schema, name)?.type;
  if (type === "formula" || type === "rollup")
    throw invalid(
      path,
      `“${name}” is computed for the rows that are shown, so pages cannot be selected or sorted by it.`,
    );
}

function sortKeyOf(source: string, schema: readonly Property[], known: QueryFields): SortKey {
  const [sort] = readSort(source);
  const { name } = checked("sort", () => fieldOf(sort?.name ?? "", known, null));
  requireStored(name, "sort", schema);
  const options = findProperty(schema, name)?.type === "choice" ? (findProperty(schema, name)?.options ?? []) : [];
  return {
    key: foldKey(name),
    isDescending: sort?.isDescending ?? false,
    choices: options.map(({ label, was }) => [foldKey(label), ...(was === null ? [] : [foldKey(was)])]),
  };
}

async function readRows(deps: AuthDeps, caller: Caller, request: RowsRequest): Promise<StoredRow[]> {
  const { few, batches } = listRows(caller, request);
  const rows: StoredRow[] = [];
  for (const [n, batch] of batches.entries()) {
    const results = await deps.db.batch(n === 0 ? [...few, ...batch] : batch);
    rows.push(...results.flat());
    const isLedByFew = n === 0 && results.slice(0, few.length).some((found) => found.length > 0);
    if (isLedByFew || rows.length > request.limit) break;
  }
  return rows;
}

async function readCounts(
  deps: AuthDeps,
  caller: Caller,
  request: RowsRequest,
  groupBy: string,
  schema: readonly Property[],
  known: QueryFields,
): Promise<Pick<RowsAnswer, "counts" | "isCountCut">> {
  const { name } = checked("groupBy", () => fieldOf(groupBy, known, null));
  requireStored(name, "groupBy", schema);
  const found = await deps.db.one(countRows(caller, request, name));
  const groups = found.filter(({ count }) => count > 0);
  const options = findProperty(schema, name)?.options ?? [];
  const counts = new Map<string | null, number>();
  for (const group of groups.slice(0, MAX_GROUPS)) {
    const value = labelOf(group, options);
    counts.set(value, (counts.get(value) ?? 0) + group.count);
  }
  return {
    counts: [...counts].map(([value, count]) => ({ value, count })),
    isCountCut: groups.length > MAX_GROUPS || (found[0]?.pages ?? 0) > MAX_COUNTED,
  };
}

/** The label of a choice; otherwise the words of the value, or the id of a reference. */
function labelOf({ value, shown }: Group, options: Property["options"]): string | null {
  if (value === null) return null;
  if (typeof value === "string" && /^(?:user|page|file):/.test(value)) return value;
  const words = shown ?? String(value);
  return findOption(options, words)?.label ?? words;
}

type Rollups = Awaited<ReturnType<typeof computeRollups>>;

function present(
  rows: readonly StoredRow[],
  schema: readonly Property[],
  actor: Actor,
  now: number,
  rollups: Rollups | null,
): FolderRow[] {
  const read = rows.map((row) => {
    const values = valuesOf(row, schema);
    for (const [name, byPage] of rollups ?? []) {
      const value = byPage.get(row.id);
      if (value) values.set(name, value);
    }
    return values;
  });
  // Without roll-ups, a formula over one of them is an error, as is one over an unknown name.
  const known = rollups === null ? schema.filter(({ type }) => type !== "rollup") : schema;
  const computed = evaluateFormulas(known, read, { now }).map((values) =>
    rollups === null ? [...values].filter(([, { fits }]) => fits) : values,
  );
  return rows.map(({ id, title, icon, type, revision, createdAt, updatedAt, rights }, at) => ({
    page: { id, title, icon, type, revision, createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) },
    values: Object.fromEntries(
      [...(read[at] ?? []), ...(computed[at] ?? [])].map(([name, value]) => [name, presentValue(value)]),
    ),
    rights: unpackRights(actor.readOnly ? rights & VIEW : rights),
  }));
}

const presentValue = ({ value, text, fits }: TypedValue): PropertyValue => ({
  value: typeof value === "object" && value !== null ? [...value] : value,
  text,
  fits,
});

/** Declared properties that the page has, then the others. */
function valuesOf({ items }: StoredRow, schema: readonly Property[]): Map<string, TypedValue> {
  const stored = (JSON.parse(items) as [string, number, string | number, string | null][]) // built by the statement
    .map(([key, n, value, shown]): IndexedValue => ({ key, n, value, shown }));
  const byKey = Map.groupBy(stored, ({ key }) => key);
  const values = new Map<string, TypedValue>();
  for (const property of schema) {
    const own = byKey.get(foldKey(property.name));
    byKey.delete(foldKey(property.name));
    if (own && property.type !== "formula" && property.type !== "rollup")
      values.set(property.name, typedValue(property, entryOfIndexed(own)));
  }
  for (const [key, own] of byKey) values.set(key, typedValue(null, entryOfIndexed(own)));
  return values;
}
