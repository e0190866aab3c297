/** For those who stand above this feature: what the hubs ask. */
export { countUnread } from "./store.ts";
