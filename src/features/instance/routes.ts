/** Route for the instance's limits and sizes. */
import { routes } from "../../http/route-list.ts";
import { InstanceStatus } from "./contract.ts";
import { readInstanceStatus } from "./service.ts";

export const instanceRoutes = routes().add(
  {
    method: "get",
    path: "/api/admin/instance",
    operation: "getInstanceStatus",
    tag: "Administration",
    summary: "Get who may sign up, the instance's usage and limits, and the sizes of its databases",
    principals: ["session"],
    role: "admin",
    answer: { status: 200, schema: InstanceStatus },
  },
  ({ deps, caller }) => readInstanceStatus(deps, caller),
);
