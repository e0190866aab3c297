/** Compiles the condition of a list's filter. */
import { QueryFault } from "../../../formats/query/faults.ts";
import type { QueryContext } from "../../../formats/query/evaluate.ts";
import type { Status } from "../../../formats/tasks/statuses.ts";
import { matchesTask, parseTaskQuery } from "../../../formats/tasks/task-query.ts";
import { faultSentence } from "../../shared/properties/query-fault.ts";
import type { Row } from "../../shared/tasks/columns.ts";

export type Compiled = { readonly matches: ((row: Row) => boolean) | null; readonly fault: string | null };

export function compileQuery(source: string, statuses: readonly Status[], context: QueryContext): Compiled {
  try {
    const query = parseTaskQuery(source, statuses);
    return { matches: (row) => matchesTask(query, row, statuses, context), fault: null };
  } catch (error) {
    if (error instanceof QueryFault) return { matches: null, fault: faultSentence(error) };
    throw error;
  }
}
