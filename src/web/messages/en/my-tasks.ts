/** English: the tasks of one person, of all lists. */
export const title = "Your tasks";
export const none = "No open task is yours. One becomes yours when somebody mentions you in it: @ and your name.";
export const now = "Due today or before";
export const soon = "Next seven days";
export const later = "Later";
export const undated = "Without a date";
export const someLeftOut = "Some task lists were left out: only the hundred changed last are read.";
