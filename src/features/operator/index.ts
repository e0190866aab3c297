/** Public interface of the operator's commands for jobs. */
export { isRestoring } from "./maintenance.ts";
