/** Public interface of comments for jobs. */
export { placeImported } from "./place-imported.ts";
