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
      "List the users who can view the page and be mentioned on it (the caller, members and guests), filtered by name prefix",
    principals: ["session", "mcp"],
    params: PageParams,
    query: ListViewers,
    answer: { status: 200, schema: ViewerList },
  },
  async ({ deps, caller, params, query }) => ({ viewers: await listPageViewers(deps, caller, params.pageId, query) }),
);
