/** The public API for higher-level features: previews, and the reads and writes of page rooms. */
export { purgeRooms } from "./purge-rooms.ts";
export {
  type PageWithChildren,
  loadPage,
  loadPageWithChildren,
  readProjection,
  readRevision,
  updateFields,
} from "./store.ts";
export { MAX_CHILD_COUNT, type PagePreview, listPreviews } from "./tree/previews.ts";
