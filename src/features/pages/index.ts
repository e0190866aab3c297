/** The public API for higher-level features: previews, and the reads and writes of page rooms. */
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
