/** English: the tasks assigned to the user, from all lists. */
export const title = "Your tasks";
export const none =
  "No open tasks are assigned to you. A task is assigned to you when someone mentions you in it with @ and your name.";
export const overdue = "Overdue";
export const today = "Due today";
export const soon = "Next 7 days";
export const later = "Later";
export const undated = "No due date";
export const someLeftOut = "Some task lists are not included: only the 100 most recently changed lists are searched.";
export const detail = "Selected task";
export const loading = "Looking for your tasks…";
