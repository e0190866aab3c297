/** English: task lists. */
export const tasks = "Tasks";
export const howShown = "Task view";
export const list = "List";
export const board = "Board";
export const text = "Text";
export const show = "Show";
export const all = "All tasks";
export const open = "Open";
export const done = "Done";
export const mine = "Mine";
export const overdue = "Overdue";
export const find = "Find a task";
export const noTitle = "Tasks without a heading";
export const none = "No tasks yet.";
export const noneFound = "No matching tasks.";
export const change = "Edit text";
export const actionsOf = (task: string) => `Actions for ${task}`;
export const due = (date: string) => `Due ${date}`;
export const dueToday = "Due today";
export const noDate = "No date";
export const priority = "Priority";
export const high = "High";
export const medium = "Medium";
export const low = "Low";
export const noPriority = "None";
export const priorityOf = (name: string) => `Priority: ${name}`;
export const assignedTo = (name: string) => `Assigned to ${name}`;
export const progress = (ended: number, count: number) => `${ended} of ${count} subtasks done`;
export const newTask = "New task";
export const calendar = "Calendar";
export const addStatuses = "Add statuses";
export const status = "Status";
export const statusOf = (name: string) => `Status: ${name}`;
export const columnActions = (name: string) => `Actions for the column ${name}`;
export const addColumn = "Add a status";
export const limited = (count: number, limit: number) => `${count} of ${limit}`;
export const overLimit = (by: number) => `${by} over the limit`;
export const colours: Readonly<Record<string, string>> = {
  gray: "Gray",
  brown: "Brown",
  red: "Red",
  orange: "Orange",
  amber: "Amber",
  green: "Green",
  teal: "Teal",
  blue: "Blue",
  purple: "Purple",
  pink: "Pink",
};
export const labels = "Labels";
export const labelOf = (name: string) => `Label: ${name}`;
export const removeIt = (name: string) => `Remove ${name}`;
export const estimateOf = (time: string) => `Estimate: ${time}`;
export const everyUnit: Readonly<Record<string, string>> = {
  "1d": "Every day",
  weekday: "Every weekday",
  "1w": "Every week",
  "2w": "Every 2 weeks",
  "1m": "Every month",
  "3m": "Every 3 months",
  "1y": "Every year",
};
export const everyCount = (count: number, unit: string) =>
  `Every ${count} ${{ d: "days", w: "weeks", m: "months", y: "years" }[unit] ?? ""}`;
export const everyOn = (days: string) => `Every ${days}`;
export const blocked = "Blocked";
export const blockedBy = (names: string) => `Blocked by ${names}`;
export const described = "Has a description";
export const title = "Title";
export const selected = "Selected";
export const today = "Today";
export const filter = "Filter";
export const activeSuffix = " active";
export const clearFilter = "Clear filter";
export const nobody = "Nobody";
export const assignee = "Assignee";
export const any = "Any";
export const dueWhen = "Due";
export const dueThisWeek = "Next 7 days";
export const group = "Group by";
export const byHeading = "Heading";
export const noGroups = "No groups";
export const sort = "Sort by";
export const manual = "Position in the list";
export const automatic = "Automatic";
export const query = "Condition";
export const saveView = "Save view…";
export const remindBefore = (time: string) =>
  time.startsWith("0") ? "Reminder on the day" : `Reminder ${time} before`;
export const openTask = "Open";
export const openOf = (task: string) => `Open ${task}`;
