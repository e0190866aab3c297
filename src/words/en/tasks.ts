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
export const add = "Add a task";
export const addTo = (section: string) => `Add a task to ${section}`;
export const addBelow = "Add a subtask";
export const change = "Edit text";
export const actionsOf = (task: string) => `Actions for ${task}`;
export const dueDate = "Due date…";
export const due = (date: string) => `Due ${date}`;
export const dueToday = "Due today";
export const noDate = "No date";
export const setDate = "Set";
export const priority = "Priority";
export const high = "High";
export const medium = "Medium";
export const low = "Low";
export const noPriority = "None";
export const priorityOf = (name: string) => `Priority: ${name}`;
export const assign = "Assign to…";
export const assignedTo = (name: string) => `Assigned to ${name}`;
export const unassign = (name: string) => `Unassign ${name}`;
export const moveUp = "Move up";
export const moveDown = "Move down";
export const setIn = "Make subtask";
export const setOut = "Move out one level";
export const moveTo = (section: string) => `Move to ${section}`;
export const move = "Move";
export const remove = "Delete";
export const removed = (task: string) => `Deleted: ${task}`;
export const progress = (ended: number, count: number) => `${ended} of ${count} subtasks done`;
export const newTask = "New task";
export const isAssigned = "Already assigned to this person.";
export const calendar = "Calendar";
export const openTask = "Open";
export const addStatuses = "Add statuses";
export const firstStatuses: readonly [string, string, string] = ["To do", "Doing", "Done"];
export const status = "Status";
export const statusOf = (name: string) => `Status: ${name}`;
export const columnActions = (name: string) => `Actions for the column ${name}`;
export const addColumn = "Add a status";
export const columnName = "Name of the status";
export const renameColumn = "Rename…";
export const limitColumn = "Limit…";
export const limit = "Most tasks in this column";
export const noLimit = "No limit";
export const limited = (count: number, limit: number) => `${count} of ${limit}`;
export const overLimit = (by: number) => `${by} over the limit`;
export const colour = "Colour";
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
export const kindDone = "Tasks here are done";
export const moveColumnBefore = "Move column back";
export const moveColumnAfter = "Move column forward";
export const removeColumn = "Remove status";
export const cannotChange = "The statuses of this list cannot be changed here. Edit them in the text.";
export const save = "Save";
export const cancel = "Cancel";
export const close = "Close";
export const labels = "Labels";
export const label = "Label…";
export const labelOf = (name: string) => `Label: ${name}`;
export const newLabel = "New label…";
export const labelName = "Name of the label";
export const removeIt = (name: string) => `Remove ${name}`;
export const estimate = "Estimate";
export const estimateOf = (time: string) => `Estimate: ${time}`;
export const noEstimate = "No estimate";
export const every = "Repeat";
export const noEvery = "Does not repeat";
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
export const remindBefore = (time: string) => `Reminder ${time} before`;
export const lastDone = (date: string) => `Last done ${date}`;
export const blocked = "Blocked";
export const blockedBy = (tasks: string) => `Blocked by ${tasks}`;
export const blockers = "Blocked by";
export const addBlocker = "Add a blocking task";
export const described = "Has a description";
export const description = "Description";
export const addDescription = "Add a description";
export const title = "Title";
export const people = "People";
export const subtasks = "Subtasks";
export const detail = "Task";
export const selected = "Selected";
export const selectedCount = (count: number) => (count === 1 ? "1 task selected" : `${count} tasks selected`);
export const selectionActions = "Actions for the selected tasks";
export const select = "Select";
export const clearSelection = "Clear selection";
export const removedMany = (count: number) => `${count} tasks deleted`;
export const today = "Today";
export const tomorrow = "Tomorrow";
export const nextWeek = "Next week";
export const filter = "Filter";
export const activeSuffix = " active";
export const clearFilter = "Clear filter";
export const anyone = "Anyone";
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
export const month = (name: string) => `Tasks due in ${name}`;
export const monthBefore = "Previous month";
export const monthAfter = "Next month";
export const undated = "No due date";
export const movedTo = (task: string, date: string) => `${task}: due ${date}`;
export const suggestions = "Suggestions";
export const recognized = "Recognized";
export const quickHint = "Try: Call Ann tomorrow #phone !high";
export const asText = (text: string) => `Keep “${text}” as text`;
export const automatic = "Automatic";
export const toPage = "Turn into a page";
export const toTask = "Turn page into a task";
export const madePage = (title: string) => `Page created: ${title}`;
export const staysPage = "This page has properties, pages below it or another type, so it stays a page.";
