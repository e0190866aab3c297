/** HTTP route for quotas. */
import { routes } from "../../http/route-list.ts";
import { Usage } from "./contract.ts";
import { getUsage } from "./service.ts";

export const quotaRoutes = routes().add(
  {
    method: "get",
    path: "/api/account/usage",
    operation: "getUsage",
    tag: "Account",
    summary: "What the user's drives and files take up, and how much they may",
    principals: ["session"],
    answer: { status: 200, schema: Usage },
  },
  ({ deps, caller }) => getUsage(deps, caller),
);
