/** HTTP routes for pages. */
import { PageParams } from "../../kernel/contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { routes } from "../../http/route-list.ts";
import { CreatePage, JSON_LIMIT, Page, PageWithMessages, PatchPage } from "./contract.ts";
import * as pages from "./service.ts";

const READ = { tag: "Pages", principals: ["session", "mcp"] } as const;
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
        "forbidden",
        "not_found",
        "parent_invalid",
        "use_upload",
        "conflict",
        "quota_exceeded",
        "too_many_children",
      ],
    },
    ({ deps, caller, json }) => pages.createPage(deps, caller, json),
  )
  .add(
    {
      ...READ,
      method: "get",
      path: "/api/pages/:pageId",
      operation: "getPage",
      summary: "Get a page with its text, children and latest messages",
      params: PageParams,
      answer: { status: 200, schema: PageWithMessages },
    },
    ({ deps, caller, params }) => pages.getPage(deps, caller, params.pageId),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: "/api/pages/:pageId",
      operation: "patchPage",
      summary: "Change a page's title or text; the text is merged with concurrent edits",
      params: PageParams,
      json: PatchPage,
      answer: { status: 200, schema: Page },
      errors: ["forbidden", "not_editable", "conflict", "revision_conflict", "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => pages.patchPage(deps, caller, params.pageId, json),
  );
