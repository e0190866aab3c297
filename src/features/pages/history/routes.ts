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
      summary: "List the page's versions, newest first: one for each burst of edits by one author",
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
      summary: "Get the page's text at a version",
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
      summary: "Get the line diff of a version against the previous version or another",
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
      summary: "Restore the page's text to a version; an ordinary edit that can be undone the same way",
      params: VersionParams,
      answer: { status: 200, schema: Page },
      errors: ["forbidden", "not_editable", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, params }) => history.restoreVersion(deps, caller, params.pageId, params.version),
  );
