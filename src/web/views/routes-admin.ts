/** The pages for administrators. Everyone else gets the usual error page. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";
import { invalid } from "../../kernel/errors.ts";
import { UsersQuery } from "../../features/admin/contract.ts";
import { listUsers } from "../../features/admin/index.ts";
import { readAlarms } from "../../features/alarms/service.ts";
import { listAudit, verifyAudit } from "../../features/audit/index.ts";
import { AuditQuery } from "../../features/audit/contract.ts";
import { readInstanceStatus } from "../../features/instance/service.ts";
import { TimeRange } from "../../features/monitoring/contract.ts";
import { readOverview } from "../../features/monitoring/service.ts";
import { findUsers } from "../../features/people/service.ts";
import { routes } from "../../http/route-list.ts";
import { instancePage } from "./admin-instance.tsx";
import { overviewPage } from "./admin.tsx";
import { auditPage } from "./admin-audit.tsx";
import { usersPage } from "./admin-users.tsx";
import { PAGE } from "./routes.ts";
import { respondWithPage } from "./respond.ts";
import { lastDrive, loadNavigation, loadShell } from "./load-shell.ts";

/** Treats an invalid filter value as unset. */
const Loose = z.string().optional().catch(undefined);

const OverviewQuery = z.object({
  range: TimeRange.default("24h").catch("24h"),
  errors: Id.optional().catch(undefined),
});
const PeopleQuery = z.object({
  q: UsersQuery.shape.q.catch(undefined),
  cursor: UsersQuery.shape.cursor.catch(undefined),
});
const TypedAuditQuery = z.object({
  kind: Loose,
  userId: Loose,
  q: Loose,
  from: Loose,
  to: Loose,
  cursor: Loose,
  verify: Loose,
});

const ERRORS = 50;
const USERS = 50;
const ENTRIES = 50;

/** The result for an address without an account. */
const NOTHING = { entries: [], nextCursor: null, searchedTo: null, unreadable: null };

const ADMIN_PAGE = { ...PAGE, role: "admin" } as const;

export const adminPageRoutes = routes()
  .add(
    {
      ...ADMIN_PAGE,
      path: "/admin",
      operation: "showAdministration",
      summary: "Monitoring dashboard: service health and usage",
      query: OverviewQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, query } = request;
        const asked = { timeRange: query.range, cursor: query.errors, limit: ERRORS };
        const [around, overview, alarms] = await Promise.all([
          loadNavigation(request, caller),
          readOverview(deps, caller, asked),
          readAlarms(deps, caller),
        ]);
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        return () => overviewPage(shell, overview, alarms);
      }),
  )
  .add(
    {
      ...ADMIN_PAGE,
      path: "/admin/users",
      operation: "showUsers",
      summary: "User administration page",
      query: PeopleQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, query } = request;
        const [around, { users, nextCursor }] = await Promise.all([
          loadNavigation(request, caller),
          listUsers(deps, caller, { ...query, limit: USERS }),
        ]);
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        return () =>
          usersPage(shell, { q: query.q ?? null, users, nextCursor, isFirstPage: query.cursor === undefined });
      }),
  )
  .add(
    {
      ...ADMIN_PAGE,
      path: "/admin/instance",
      operation: "showInstance",
      summary: "Page of the sign-up policy, the instance's limits, and the sizes of its databases",
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps } = request;
        const [around, status] = await Promise.all([loadNavigation(request, caller), readInstanceStatus(deps, caller)]);
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        return () => instancePage(shell, status);
      }),
  )
  .add(
    {
      ...ADMIN_PAGE,
      path: "/admin/audit",
      operation: "showAudit",
      summary: "Audit log page, with verification of the hash chain on request",
      query: TypedAuditQuery,
    },
    (request) =>
      respondWithPage(request, async (caller) => {
        const { deps, query } = request;
        // Verification adds an audit entry, so run it before listing.
        const [around, verdict] = await Promise.all([
          loadNavigation(request, caller),
          query.verify ? verifyAudit(deps, caller) : null,
        ]);
        const typed = query.userId?.trim() ?? "";
        const userId = typed.includes("@") ? ((await findUsers(deps, caller, { email: typed }))[0]?.id ?? null) : typed;
        const asked = toAuditQuery({ ...query, userId: userId ?? "" });
        const list = userId === null ? NOTHING : await listAudit(deps, caller, asked);
        const { kind, q, from, to } = asked;
        const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
        return () =>
          auditPage(shell, {
            filters: {
              ...(kind && { kind }),
              ...(typed && { userId: typed }),
              ...(q && { q }),
              ...(from && { from }),
              ...(to && { to }),
            },
            list,
            verdict,
          });
      }),
  );

/** Throws `invalid_request`: silently ignoring a filter would show unexpected entries. */
function toAuditQuery(typed: z.infer<typeof TypedAuditQuery>): AuditQuery {
  const parsed = AuditQuery.safeParse({
    kind: typed.kind || undefined,
    userId: typed.userId || undefined,
    q: typed.q?.trim() || undefined,
    from: inUtc(typed.from),
    to: inUtc(typed.to),
    cursor: typed.cursor || undefined,
    limit: ENTRIES,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join(".") ?? "";
  throw invalid(name, `The filter “${name}” is not valid: ${issue?.message ?? ""}.`);
}

/** Interprets the value of a date and time field, which has no time zone, as UTC. */
function inUtc(typed: string | undefined): string | undefined {
  if (!typed) return undefined;
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00Z` : /T[\d:.]+$/.test(typed) ? `${typed}Z` : typed;
}
