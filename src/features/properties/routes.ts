/** HTTP routes for the rows of a folder, and for the caller's tasks. */
import { PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { MyTasks, MyTasksQuery, RowsAnswer, RowsQuery } from "./contract.ts";
import { listMyTasks } from "./my-tasks.ts";
import { listFolderRows } from "./service.ts";

/** Bytes of a request: a query has at most 2,000 characters, or as many as JSON. */
const ROWS_LIMIT = 64 * 1024;

export const propertyRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/pages/:pageId/rows",
      operation: "listRows",
      tag: "Pages",
      summary: "List the pages directly under a page with their properties, filtered, sorted and counted by them",
      principals: ["session", "mcp"],
      csrf: "token",
      limits: [LIMIT_RULES.rowsByUser],
      bodyCap: ROWS_LIMIT,
      params: PageParams,
      json: RowsQuery,
      answer: { status: 200, schema: RowsAnswer },
      errors: ["not_found"],
    },
    ({ deps, caller, params, json }) => listFolderRows(deps, caller, params.pageId, json),
  )
  .add(
    {
      method: "get",
      path: "/api/tasks",
      operation: "listMyTasks",
      tag: "Pages",
      summary: "List the tasks of task lists that are assigned to the caller, by due date",
      principals: ["session", "mcp"],
      query: MyTasksQuery,
      answer: { status: 200, schema: MyTasks },
    },
    ({ deps, caller, query }) => listMyTasks(deps, caller, query),
  );
