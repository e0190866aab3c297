/** The folder that declares the properties of a page, as the Worker prints it with pages that have some. */
import type * as z from "zod";
import type { Breadcrumb, Page } from "../../../features/pages/contract.ts";
import { readSchema } from "../../../formats/properties/schema.ts";
import type { PropertyScope } from "../../shared/properties/context.ts";
import { call, path } from "../api/api.ts";

/** Folders above a page that are read in search of declarations. */
const MAX_FOLDERS = 3;

export async function loadScope(pageId: string): Promise<Pick<PropertyScope, "schema" | "folder" | "declares">> {
  const crumbs = await call<z.infer<typeof Breadcrumb>[]>("GET", path`/api/pages/${pageId}/breadcrumbs`);
  const folders = crumbs
    .filter(({ id, type }) => type === "FOLDER" && id !== pageId)
    .slice(-MAX_FOLDERS)
    .toReversed();
  const pages = await Promise.all(folders.map(({ id }) => call<Page>("GET", path`/api/pages/${id}`)));
  const found = pages.find(({ content }) => readSchema(content).length > 0) ?? pages[0];
  if (!found) return { schema: [], folder: null, declares: false };
  const { id, title, content, rights } = found;
  return { schema: readSchema(content), folder: { id, title }, declares: rights.canEdit };
}
