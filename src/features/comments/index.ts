/** Public interface of comments for jobs, imports and tools. */
export { reply } from "./comment-changes.ts";
export { toImported } from "./found-threads.ts";
export { createSuggestions, openThread } from "./open.ts";
export { placeAll, placeImported } from "./place-imported.ts";
export { patchThread } from "./thread-changes.ts";
