export { sweepProperties } from "./backfill.ts";
