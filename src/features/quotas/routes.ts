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
    summary: "Get the usage and the quotas of the user's drives and files",
    principals: ["session"],
    answer: { status: 200, schema: Usage },
  },
  ({ deps, caller }) => getUsage(deps, caller),
);
