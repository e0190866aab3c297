/** HTTP route for the users who can see a page. */
import { PageParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import { ListViewers, ViewerList } from "./contract.ts";
import { listPageViewers } from "./service.ts";

export const viewerRoutes = routes().add(
  {
    method: "get",
    path: "/api/pages/:pageId/viewers",
    operation: "listPageViewers",
    tag: "Permissions",
    summary:
      "Who can see the page and can be mentioned on it: the caller, members and guests, by the start of their names",
    principals: ["session", "mcp"],
    params: PageParams,
    query: ListViewers,
    answer: { status: 200, schema: ViewerList },
  },
  async ({ deps, caller, params, query }) => ({ viewers: await listPageViewers(deps, caller, params.pageId, query) }),
);
