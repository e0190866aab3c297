/** Administrators' routes for alarms. */
import { AppError } from "../../kernel/errors.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { AlarmList, AlarmTest } from "./contract.ts";
import { readAlarms, testAlarms } from "./service.ts";

export const alarmRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/admin/alarms",
      operation: "listAlarms",
      tag: "Administration",
      summary: "List open and recent alarms, and how far messages about them got",
      principals: ["session"],
      role: "admin",
      answer: { status: 200, schema: AlarmList },
    },
    async ({ deps, caller }) => {
      const alarms = await readAlarms(deps, caller);
      if (alarms === null) throw new AppError("unavailable", "The alarms cannot be read right now.");
      return alarms;
    },
  )
  .add(
    {
      method: "post",
      path: "/api/admin/alarms/test",
      operation: "testAlarms",
      tag: "Administration",
      summary: "Send a test alarm to the webhook and to all administrators, and return the outcomes",
      principals: ["session"],
      role: "admin",
      csrf: "token",
      limits: [LIMIT_RULES.alarmTestByUser],
      bodyCap: 0,
      answer: { status: 200, schema: AlarmTest },
    },
    ({ deps, caller }) => testAlarms(deps, caller),
  );
