/** English: the tasks assigned to the user, from all lists. */
export const title = "Your tasks";
export const none =
  "No open tasks are assigned to you. A task is assigned to you when someone mentions you in it with @ and your name.";
export const overdue = "Overdue";
export const today = "Due today";
export const tomorrow = "Tomorrow";
export const later = "Later";
export const undated = "No due date";
export const someLeftOut = "Only the first 500 tasks are shown.";
export const detail = "Selected task";
export const loading = "Looking for your tasks…";
