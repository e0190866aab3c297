/** Pages over HTTP. */
import { PageParams } from "../../kernel/contract.ts";
import {
  BODY_ERRORS,
  CSRF_ERRORS,
  RATE_LIMIT_ERRORS,
  PAGE_QUOTA_ERRORS,
  TEXT_QUOTA_ERRORS,
} from "../../http/error-groups.ts";
import { LIMIT_RULES } from "../rate-limits/rules.ts";
import { routes } from "../../http/router.ts";
import { CreatePage, JSON_LIMIT, Page, PageWithMessages, PatchPage } from "./contract.ts";
import * as pages from "./service.ts";

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
  );
