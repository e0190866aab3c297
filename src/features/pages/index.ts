/** For those who stand above this feature: previews, and what rooms read and write. */
export { purgeRooms } from "./purge-rooms.ts";
export {
  type PageWithChildren,
  loadPage,
  loadPageWithChildren,
  readProjection,
  readRevision,
  updateTitle,
} from "./store.ts";
export { MOST_BELOW, type PagePreview, listPreviews } from "./tree/previews.ts";
