/** For those who stand above this feature: reading and keeping the audit log, and what is refused. */
export { listAudit, verifyAudit } from "./admin.ts";
export { recordDeniedRequest } from "./denied-requests.ts";
export { maintainAuditLog } from "./maintenance.ts";
