/** Reads what the views of a running restore say. */
import type { Deps } from "../../deps.ts";
import type { RestoreState } from "./overview.ts";
import { listViews, REPLACED_VIEWS, RUN_VIEW } from "./store.ts";

/** Says nothing if no restore runs. */
export async function readRestoreState({ db }: Pick<Deps, "db">): Promise<RestoreState> {
  const texts = new Map((await db.one(listViews)).map(({ name, text }) => [name, text]));
  return {
    run: /'([^']*)'/.exec(texts.get(RUN_VIEW) ?? "")?.[1] ?? null,
    replaced: { rows: texts.has(REPLACED_VIEWS.rows), auditLog: texts.has(REPLACED_VIEWS.auditLog) },
  };
}
