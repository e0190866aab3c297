/** The public API for the sweep. */
export { sweepPeople } from "./sweep.ts";
