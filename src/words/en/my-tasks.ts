/** English: the tasks of one person, of all lists. */
export const title = "Your tasks";
export const none =
  "No open tasks are assigned to you. A task is assigned to you when someone mentions you in it with @ and your name.";
export const now = "Due today or before";
export const soon = "Next seven days";
export const later = "Later";
export const undated = "Without a date";
export const someLeftOut = "Some task lists were left out: only the 100 most recently changed are read.";
