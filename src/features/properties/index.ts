/** Public API for the sweep. */
export { sweepProperties } from "./backfill.ts";
export { listDeclaringFolders } from "./schema-store.ts";
