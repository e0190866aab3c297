/** What the sweep needs of people. */
export { sweepPeople } from "./sweep.ts";
