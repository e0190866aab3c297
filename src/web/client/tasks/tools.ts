/** Menus, selection bar, details and calendar of a task list, in one file that is loaded when the first is needed. */
export { drawCalendar } from "./calendar.tsx";
export { openColumnMenu } from "./column-menu.tsx";
export { pick } from "./pickers.tsx";
export { drawBar } from "./selection-bar.tsx";
export { drawDetail, focusDetail } from "./task-detail.tsx";
export { openTaskMenu } from "./task-menu.tsx";
