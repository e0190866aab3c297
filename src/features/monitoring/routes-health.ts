/** HTTP route for the service's health and version. */
import * as z from "zod";
import { routes } from "../../http/route-list.ts";
import { version } from "../../../package.json";

const Health = z.object({ status: z.literal("ok"), version: z.string() });

export const systemRoutes = routes().add(
  {
    method: "get",
    path: "/api/health",
    operation: "getHealth",
    tag: "System",
    summary: "Check the service's health and version",
    principals: ["anyone"],
    answer: { status: 200, schema: Health },
  },
  () => Promise.resolve({ status: "ok" as const, version }),
);
