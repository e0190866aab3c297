/** Pages over HTTP. */
import { z } from "zod";
import { PageParams, Success, success } from "../../kernel/contract.ts";
import {
  BODY_ERRORS,
  CSRF_ERRORS,
  RATE_LIMIT_ERRORS,
  PAGE_QUOTA_ERRORS,
  TEXT_QUOTA_ERRORS,
} from "../../http/refusals.ts";
import { LIMIT_RULES } from "../limits/rules.ts";
import { routes } from "../../http/router.ts";
import {
  Breadcrumb,
  CreatePage,
  JSON_LIMIT,
  Page,
  PageSummary,
  PageWithMessages,
  PatchPage,
  ReorderPage,
  RestoredPage,
  VersionDiff,
  VersionDiffQuery,
  VersionList,
  VersionParams,
  VersionQuery,
  VersionText,
} from "./contract.ts";
import * as pages from "./service.ts";
import * as history from "./history.ts";
import * as tree from "./tree.ts";

const READ = { tag: "Pages", principals: ["session", "mcp"], csrf: "none", limits: [], bodyCap: 0 } as const;
const ACT = { tag: "Pages", principals: ["session", "mcp"], csrf: "token", limits: [], bodyCap: 0 } as const;
const SEND = { ...ACT, bodyCap: JSON_LIMIT } as const;

export const pageRoutes = routes()
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/pages",
      operation: "createPage",
      summary: "Create a page in a drive",
      limits: [LIMIT_RULES.pageCreateByUser],
      json: CreatePage,
      answer: { status: 201, schema: Page },
      errors: [
        ...CSRF_ERRORS,
        ...BODY_ERRORS,
        "unauthenticated",
        "forbidden",
        "not_found",
        "parent_invalid",
        "use_upload",
        "conflict",
        "scope_empty",
        ...PAGE_QUOTA_ERRORS,
        ...RATE_LIMIT_ERRORS,
      ],
    },
    ({ deps, caller, json }) => pages.createPage(deps, caller, json),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: "/api/pages/reorder",
      operation: "reorderPage",
      summary: "Move a page under another parent of its drive, or to another position",
      json: ReorderPage,
      answer: { status: 200, schema: Page },
      errors: [
        ...CSRF_ERRORS,
        ...BODY_ERRORS,
        "unauthenticated",
        "forbidden",
        "not_found",
        "parent_invalid",
        "cycle",
        "conflict",
        "scope_empty",
        "too_many_children",
      ],
    },
    ({ deps, caller, json }) => tree.reorderPage(deps, caller, json),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId",
      operation: "getPage",
      summary: "A page with its text, children and latest messages",
      params: PageParams,
      answer: { status: 200, schema: PageWithMessages },
      errors: ["unauthenticated", "not_found", "scope_empty"],
    },
    ({ deps, caller, params }) => pages.getPage(deps, caller, params.pageId),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: "/api/pages/:pageId",
      operation: "patchPage",
      summary: "Change a page's title or text; text is merged with what others wrote meanwhile",
      params: PageParams,
      json: PatchPage,
      answer: { status: 200, schema: Page },
      errors: [
        ...CSRF_ERRORS,
        ...BODY_ERRORS,
        "unauthenticated",
        "forbidden",
        "not_found",
        "not_editable",
        "conflict",
        "revision_conflict",
        "scope_empty",
        ...TEXT_QUOTA_ERRORS,
      ],
    },
    ({ deps, caller, params, json }) => pages.patchPage(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...ACT,
      method: "delete",
      path: "/api/pages/:pageId",
      operation: "trashPage",
      summary: "Move a page and all below it to the trash",
      params: PageParams,
      answer: { status: 200, schema: Success },
      errors: [...CSRF_ERRORS, "unauthenticated", "forbidden", "not_found", "conflict", "scope_empty"],
    },
    async ({ deps, caller, params }) => {
      await tree.trashPage(deps, caller, params.pageId);
      return success;
    },
  )
  .add(
    {
      ...ACT,
      method: "post",
      path: "/api/pages/:pageId/restore",
      operation: "restorePage",
      summary: "Take a page out of the trash, back to where it was",
      params: PageParams,
      answer: { status: 200, schema: RestoredPage },
      errors: [
        ...CSRF_ERRORS,
        "unauthenticated",
        "forbidden",
        "not_found",
        "not_trashed",
        "conflict",
        "scope_empty",
        "too_many_children",
      ],
    },
    ({ deps, caller, params }) => tree.restorePage(deps, caller, params.pageId),
  )
  .add(
    {
      ...ACT,
      // What cannot be undone takes a person.
      principals: ["session"],
      method: "delete",
      path: "/api/trash/:pageId",
      operation: "purgePage",
      summary: "Delete a trashed page for good, with all below it",
      params: PageParams,
      answer: { status: 200, schema: Success },
      errors: [
        ...CSRF_ERRORS,
        "unauthenticated",
        "forbidden",
        "step_up_required",
        "not_found",
        "not_trashed",
        "conflict",
        "scope_empty",
      ],
    },
    async ({ deps, caller, params }) => {
      await tree.purgePage(deps, caller, params.pageId);
      return success;
    },
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/breadcrumbs",
      operation: "listBreadcrumbs",
      summary: "The way from the drive's root to the page",
      params: PageParams,
      answer: { status: 200, schema: z.array(Breadcrumb) },
      errors: ["unauthenticated", "not_found", "scope_empty"],
    },
    ({ deps, caller, params }) => tree.listBreadcrumbs(deps, caller, params.pageId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/children",
      operation: "listChildren",
      summary: "The page's direct children, by position",
      params: PageParams,
      answer: { status: 200, schema: z.array(PageSummary) },
      errors: ["unauthenticated", "not_found", "scope_empty"],
    },
    ({ deps, caller, params }) => tree.listChildren(deps, caller, params.pageId),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/versions",
      operation: "listVersions",
      summary: "The page's history, newest first: a version for each burst of one author",
      params: PageParams,
      query: VersionQuery,
      answer: { status: 200, schema: VersionList },
      errors: ["unauthenticated", "not_found", "invalid_request", "scope_empty"],
    },
    ({ deps, caller, params, query }) => history.listVersions(deps, caller, params.pageId, query),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/versions/:version",
      operation: "getVersion",
      summary: "The page's text as it was at a version",
      params: VersionParams,
      answer: { status: 200, schema: VersionText },
      errors: ["unauthenticated", "not_found", "scope_empty"],
    },
    ({ deps, caller, params }) => history.getVersion(deps, caller, params.pageId, params.version),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId/versions/:version/diff",
      operation: "diffVersion",
      summary: "What a version changed, by lines, against the one before it or another",
      params: VersionParams,
      query: VersionDiffQuery,
      answer: { status: 200, schema: VersionDiff },
      errors: ["unauthenticated", "not_found", "scope_empty", "invalid_request"],
    },
    ({ deps, caller, params, query }) => history.diffVersion(deps, caller, params.pageId, params.version, query.from),
  )
  .add(
    {
      ...ACT,
      method: "post",
      path: "/api/pages/:pageId/versions/:version/restore",
      operation: "restoreVersion",
      summary: "Make the page read as it did at a version; an ordinary edit that can be undone the same way",
      params: VersionParams,
      answer: { status: 200, schema: Page },
      errors: [
        ...CSRF_ERRORS,
        "unauthenticated",
        "forbidden",
        "not_found",
        "not_editable",
        "conflict",
        "scope_empty",
        ...TEXT_QUOTA_ERRORS,
      ],
    },
    ({ deps, caller, params }) => history.restoreVersion(deps, caller, params.pageId, params.version),
  );
