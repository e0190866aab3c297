/** Computes roll-ups, such as `sum of Estimate over Project`, for the rows that are shown. */
import type { Caller } from "../../kernel/caller.ts";
import { foldKey } from "../../formats/properties/front-matter.ts";
import { findProperty, type Property, type Rollup } from "../../formats/properties/schema.ts";
import type { TypedValue } from "../../formats/properties/values.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";
import { listRelated, MAX_RELATED, type Related } from "./rollup-store.ts";

/** Roll-ups of one folder; others have no value. */
const MAX_ROLLUPS = 8;

/** The values of the schema's roll-ups, by property and page. */
export async function computeRollups(
  deps: Pick<AuthDeps, "db">,
  caller: Caller,
  schema: readonly Property[],
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, TypedValue>>> {
  const rollups = schema.flatMap(({ name, rollup }) => (rollup ? [{ name, rollup }] : [])).slice(0, MAX_ROLLUPS);
  if (rollups.length === 0 || rowIds.length === 0) return new Map();
  const found = await deps.db.batch(
    rollups.map(({ rollup: { of, over } }) =>
      listRelated(caller, {
        rowIds,
        over: foldKey(over),
        of: of === null ? null : foldKey(of),
        isForward: findProperty(schema, over)?.type === "page",
      }),
    ),
  );
  return new Map(
    rollups.map(({ name, rollup }, at) => {
      const related = found[at] ?? [];
      const byRow = Map.groupBy(related, ({ rowId }) => rowId);
      const value = (id: string): TypedValue =>
        related.length > MAX_RELATED ? TOO_MANY : valueOf(rollup, byRow.get(id) ?? []);
      return [name, new Map(rowIds.map((id) => [id, value(id)]))];
    }),
  );
}

const NONE: TypedValue = { value: null, text: "", references: [], fits: true, sort: null };
const TOO_MANY: TypedValue = { ...NONE, text: "…", fits: false };

function valueOf({ how, of }: Rollup, related: readonly Related[]): TypedValue {
  const values = related.flatMap(({ value }) => (value === null ? [] : [value]));
  if (how === "count") return shown(of === null ? related.length : values.length);
  const numbers = values.filter((value) => typeof value === "number");
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (how === "sum") return shown(sum);
  if (how === "average") return numbers.length === 0 ? NONE : shown(sum / numbers.length);
  // Dates have an earliest and a latest one as well.
  const words = values.filter((value) => typeof value === "string").toSorted();
  if (numbers.length === 0) return words.length === 0 ? NONE : shown((how === "min" ? words[0] : words.at(-1)) ?? "");
  return shown(how === "min" ? Math.min(...numbers) : Math.max(...numbers));
}

/** Sums of decimal fractions are shown without the digits that binary fractions add. */
function shown(value: number | string): TypedValue {
  const exact = typeof value === "number" ? Number(value.toPrecision(15)) : value;
  return { value: exact, text: String(exact), references: [], fits: true, sort: exact };
}
