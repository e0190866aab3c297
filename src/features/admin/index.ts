/** For those who stand above this feature: what administrators are shown. */
export { listUsers } from "./listing.ts";
