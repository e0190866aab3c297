/** The part of this feature that the sweep runs. */
export { sweepPeople } from "./sweep.ts";
