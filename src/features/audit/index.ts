/** Public interface of the audit feature: access to the log, its maintenance, and rejected requests. */
export { listAudit, verifyAudit } from "./admin.ts";
export { recordDeniedRequest } from "./denied-requests.ts";
export { maintainAuditLog } from "./maintenance.ts";
