/** HTTP routes for the page tree: moving, the trash, breadcrumbs and children. */
import * as z from "zod";
import { PageParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import { Breadcrumb, JSON_LIMIT, Page, PageSummary, ReorderPage, RestoredPage } from "../contract.ts";
import * as tree from "./service.ts";

const READ = { tag: "Pages", principals: ["session", "mcp"] } as const;

const ACT = { tag: "Pages", principals: ["session", "mcp"], csrf: "token", limits: [], bodyCap: 0 } as const;

const SEND = { ...ACT, bodyCap: JSON_LIMIT } as const;

export const treeRoutes = routes()
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/pages/reorder",
      operation: "reorderPage",
      summary: "Move a page under another parent of its drive, or to another position",
      json: ReorderPage,
      answer: { status: 200, schema: Page },
      errors: ["forbidden", "not_found", "parent_invalid", "cycle", "conflict", "too_many_children"],
    },
    ({ deps, caller, json }) => tree.reorderPage(deps, caller, json),
  )
  .add(
    {
      ...ACT,
      method: "delete",
      path: "/api/pages/:pageId",
      operation: "trashPage",
      summary: "Move a page and its subpages to the trash",
      params: PageParams,
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => tree.trashPage(deps, caller, params.pageId),
  )
  .add(
    {
      ...ACT,
      method: "post",
      path: "/api/pages/:pageId/restore",
      operation: "restorePage",
      summary: "Restore a page from the trash to its previous place",
      params: PageParams,
      answer: { status: 200, schema: RestoredPage },
      errors: ["forbidden", "not_trashed", "conflict", "too_many_children"],
    },
    ({ deps, caller, params }) => tree.restorePage(deps, caller, params.pageId),
  )
  .add(
    {
      ...ACT,
      // Irreversible actions require a person.
      principals: ["session"],
      method: "delete",
      path: "/api/trash/:pageId",
      operation: "purgePage",
      summary: "Permanently delete a trashed page and its subpages",
      params: PageParams,
      errors: ["forbidden", "step_up_required", "not_trashed", "conflict", "scope_empty"],
    },
    ({ deps, caller, params }) => tree.purgePage(deps, caller, params.pageId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/breadcrumbs",
      operation: "listBreadcrumbs",
      summary: "Get the page's breadcrumbs, from the drive's root to the page",
      params: PageParams,
      answer: { status: 200, schema: z.array(Breadcrumb) },
    },
    ({ deps, caller, params }) => tree.listBreadcrumbs(deps, caller, params.pageId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/children",
      operation: "listChildren",
      summary: "List the page's direct children, by position",
      params: PageParams,
      answer: { status: 200, schema: z.array(PageSummary) },
    },
    ({ deps, caller, params }) => tree.listChildren(deps, caller, params.pageId),
  );
