/** The public API for higher-level features: the steps of imports and exports. */
export { removeExpiredArchives, removeStaleArchives, resumeTransfers } from "./jobs/resume.ts";
export { runStep } from "./jobs/run.ts";
