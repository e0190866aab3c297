/** For those who stand above this feature: what the hubs ask. */
export { countUnreadByUser } from "./store.ts";
