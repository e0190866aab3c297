/** HTTP routes for a page's history. */
import { PageParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import {
  Page,
  VersionDiff,
  VersionDiffQuery,
  VersionList,
  VersionParams,
  VersionQuery,
  VersionText,
} from "../contract.ts";
import * as history from "./service.ts";

const READ = { tag: "Pages", principals: ["session", "mcp"] } as const;

const ACT = { tag: "Pages", principals: ["session", "mcp"], csrf: "token", limits: [], bodyCap: 0 } as const;

export const historyRoutes = routes()
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
      errors: ["forbidden", "not_editable", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, params }) => history.restoreVersion(deps, caller, params.pageId, params.version),
  );
