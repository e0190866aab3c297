/** Routes for the files of a page. */
import { IdParams, PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { ListPageFiles, PageFileList } from "./contract.ts";
import { deleteFile, listPageFiles } from "./page-files.ts";

export const pageFileRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/pages/:pageId/files",
      operation: "listPageFiles",
      tag: "Files",
      summary: "List the files attached to a page, newest first",
      principals: ["session", "mcp"],
      params: PageParams,
      query: ListPageFiles,
      answer: { status: 200, schema: PageFileList },
    },
    ({ deps, caller, params, query }) => listPageFiles(deps, caller, params.pageId, query),
  )
  .add(
    {
      method: "delete",
      path: "/api/files/:id",
      operation: "deleteFile",
      tag: "Files",
      summary: "Permanently delete an attachment or a previous file of a FILE page",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      params: IdParams,
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => deleteFile(deps, caller, params.id),
  );
