/** The menus and the selection bar of a task list, in one file that is loaded when the first of them is needed. */
export { openColumnMenu } from "./column-menu.tsx";
export { pick } from "./pickers.tsx";
export { drawBar } from "./selection-bar.tsx";
export { openTaskMenu } from "./task-menu.tsx";
