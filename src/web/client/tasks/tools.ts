/** Menus, selection bar, details and calendar of a task list, in one file that is loaded when the first is needed. */
export { drawCalendar } from "./calendar.tsx";
export { openColumnMenu } from "./column-menu.tsx";
export { findViewers, pick } from "./pickers.tsx";
export { drawBar } from "./selection-bar.tsx";
export { drawDetail, focusDetail } from "./task-detail.tsx";
export { openTaskMenu } from "./task-menu.tsx";
export { compileQuery } from "./compile-query.ts";
export { askViewName, removeViewNamed, viewNamed } from "./view-actions.tsx";
