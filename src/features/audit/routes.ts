/** Administrators' routes for the audit log. */
import { routes } from "../../http/route-list.ts";
import { exportAudit, listAudit, verifyAudit } from "./admin.ts";
import { AuditList, AuditQuery, Verdict } from "./contract.ts";

const ADMIN = {
  method: "get",
  tag: "Administration",
  principals: ["session"],
  role: "admin",
} as const;

export const auditRoutes = routes()
  .add(
    {
      ...ADMIN,
      path: "/api/admin/audit",
      operation: "listAudit",
      summary: "List audit entries, newest first",
      query: AuditQuery,
      answer: { status: 200, schema: AuditList },
    },
    ({ deps, caller, query }) => listAudit(deps, caller, query),
  )
  .add(
    {
      ...ADMIN,
      path: "/api/admin/audit/verify",
      operation: "verifyAudit",
      summary: "Recompute the whole hash chain and report whether it is intact",
      answer: { status: 200, schema: Verdict },
    },
    ({ deps, caller }) => verifyAudit(deps, caller),
  )
  .add(
    {
      ...ADMIN,
      path: "/api/admin/audit/export",
      operation: "exportAudit",
      summary: "Export the whole hash chain as JSON lines for the offline verifier",
      answer: { status: 200, schema: "lines" },
    },
    async ({ deps, caller }) => {
      const { lines, key } = await exportAudit(deps, caller);
      return new Response(lines, {
        headers: {
          "Content-Type": "application/x-ndjson; charset=utf-8",
          "Content-Disposition": 'attachment; filename="octavo-audit.jsonl"',
          ...(key !== null && { "X-Audit-Key": key }),
        },
      });
    },
  );
