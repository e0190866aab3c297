/** Routes that export a user's stored data. */
import { attachment } from "../../../http/disposition.ts";
import { refuseActiveUse } from "../../../http/files.ts";
import { routes } from "../../../http/route-list.ts";
import { IdParams } from "../../../kernel/contract.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { exportOwnData, exportUserData } from "./service.ts";

const READ = {
  method: "get",
  principals: ["session"],
  csrf: "none",
  limits: [LIMIT_RULES.accountExportByUser],
  bodyCap: 0,
  answer: { status: 200, schema: "file", types: ["application/zip"] },
} as const;

const answer = (name: string, body: ReadableStream<Uint8Array>): Response =>
  new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": attachment(name),
      "Cache-Control": "private, no-store",
    },
  });

export const dataExportRoutes = routes()
  .add(
    {
      ...READ,
      path: "/api/account/export",
      operation: "exportAccount",
      tag: "Account",
      summary:
        "Export all data stored about the caller as a zip archive: JSON lists, and an export of each drive they own",
      errors: ["forbidden", "step_up_required", "conflict"],
    },
    async ({ deps, caller, http }) => {
      refuseActiveUse(http.req.raw.headers);
      return answer("octavo-account.zip", await exportOwnData(deps, caller));
    },
  )
  .add(
    {
      ...READ,
      path: "/api/admin/users/:id/export",
      operation: "exportUser",
      tag: "Administration",
      role: "admin",
      summary: "Export a user's account without its content: profile, sessions, devices, drive names and audit entries",
      params: IdParams,
      errors: ["step_up_required", "conflict"],
    },
    async ({ deps, caller, params, http }) => {
      refuseActiveUse(http.req.raw.headers);
      return answer(`octavo-account-${params.id}.zip`, await exportUserData(deps, caller, params.id));
    },
  );
