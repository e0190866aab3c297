/** Public interface of the live feature, for the hubs. */
export { countUnreadByUser } from "./store.ts";
