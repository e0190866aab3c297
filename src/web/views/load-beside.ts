/** What a page shows besides its text: its files, previews of its subpages, the cells of a sheet, declared properties. */
import type { Caller } from "../../kernel/caller.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import { fileOfPage, listPageFiles } from "../../features/files/index.ts";
import { listPreviews } from "../../features/pages/index.ts";
import { loadOnce } from "../../platform/load-once.ts";
import type { Around } from "./page.tsx";
import { type Crumb, loadPropertyScope } from "./property-scope.ts";

const sheetCells = loadOnce(() => import("../shared/document/sheet-cells.ts"));

export async function loadBeside(
  deps: Parameters<typeof loadPropertyScope>[0] & Parameters<typeof listPageFiles>[0],
  caller: Caller,
  page: PageWithMessages,
  crumbs: readonly Crumb[],
): Promise<Omit<Around, "choices">> {
  const [file, files, previews, cells, scope] = await Promise.all([
    page.type === "FILE" ? fileOfPage(deps, caller, page.id) : null,
    listPageFiles(deps, caller, page.id, { limit: 100 }),
    page.type === "FOLDER" ? listPreviews(deps, caller, page.id) : [],
    page.type === "SHEET" ? sheetCells().then(({ firstCells }) => firstCells(page.content, deps.now)) : null,
    loadPropertyScope(deps, caller, page, crumbs),
  ]);
  return { file, files, previews, cells, scope };
}
