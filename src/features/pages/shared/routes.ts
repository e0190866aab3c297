/** HTTP route for pages shared with the caller. */
import { routes } from "../../../http/route-list.ts";
import { SharedList, SharedQuery } from "./contract.ts";
import { listShared } from "./service.ts";

export const sharedRoutes = routes().add(
  {
    method: "get",
    path: "/api/shared",
    operation: "listSharedPages",
    tag: "Pages",
    summary: "List the pages shared with the caller from drives they are not a member of",
    principals: ["session"],
    query: SharedQuery,
    answer: { status: 200, schema: SharedList },
  },
  ({ deps, caller, query }) => listShared(deps, caller, query),
);
