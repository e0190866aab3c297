/** Public API for the sweep. */
export { sweepProperties } from "./backfill.ts";
export { remindPeople } from "./reminders.ts";
export { listDeclaringFolders } from "./schema-store.ts";
