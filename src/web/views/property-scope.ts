/** The declared properties that apply to a page, for printing its values. */
import type { Caller } from "../../kernel/caller.ts";
import type { PageType } from "../../kernel/page-type.ts";
import * as pages from "../../features/pages/service.ts";
import { readSchema } from "../../formats/properties/schema.ts";
import { NO_SCOPE, type PropertyScope } from "../shared/properties/context.ts";

type Shown = Parameters<typeof pages.getPage>;

type ScopedPage = {
  readonly id: string;
  readonly type: PageType;
  readonly content: string;
  readonly isTrashed: boolean;
  readonly rights: { readonly canEdit: boolean };
};

export type Crumb = { readonly id: string; readonly title: string; readonly type: PageType };

/** Folders above a page that are read in search of declarations. */
const MAX_FOLDERS = 3;

/** A page without front matter costs no reads; its editor loads the declarations when a property is added. */
export async function loadPropertyScope(
  deps: Shown[0],
  caller: Caller,
  page: ScopedPage,
  crumbs: readonly Crumb[],
): Promise<PropertyScope> {
  const own = {
    ...NO_SCOPE,
    writes: page.rights.canEdit && !page.isTrashed,
    hides: page.type === "FOLDER" ? ["properties"] : [],
  };
  if (!page.content.startsWith("---")) return own;
  const folders = crumbs
    .filter(({ id, type }) => type === "FOLDER" && id !== page.id)
    .slice(-MAX_FOLDERS)
    .toReversed();
  const read = await Promise.all(folders.map(({ id }) => pages.getPage(deps, caller, id)));
  const declaring = read.find(({ content }) => readSchema(content).length > 0) ?? read[0];
  if (declaring === undefined) return own;
  const { id, title, content, rights } = declaring;
  return { ...own, schema: readSchema(content), folder: { id, title }, declares: rights.canEdit };
}
