/** English: the preview of a page next to a list. */
export const loading = "Loading…";
export const unavailable =
  "This page can't be previewed. It may have been deleted, or you may no longer have access to it.";
export const openToSee = "Open the page to see its content.";
export const open = "Open";
export const choose = "choose";
export const opens = "open";
