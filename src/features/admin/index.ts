/** Public interface of the admin feature. */
export { listUsers } from "./listing.ts";
