/** Public interface of alarms: their state, delivery, and the reports that cause them. */
export type { BookState } from "./book-state.ts";
export { AlarmBook } from "./book.ts";
export { deliverAlarms } from "./deliver.ts";
export { sendHeartbeat } from "./heartbeat.ts";
export { sendTest } from "./service.ts";
export { MAIL, reportOfLog } from "./rules.ts";
