/** English: types of page. */
export const labels = {
  DOCUMENT: "Document",
  FOLDER: "Folder",
  TASK_LIST: "Task list",
  SHEET: "Sheet",
  CODE: "Code",
  CANVAS: "Canvas",
  CHANNEL: "Channel",
  AI_CHAT: "AI chat",
  FILE: "File",
};
/** What stands where nothing is written yet. */
export const placeholders = {
  DOCUMENT: "Write, or press / for blocks",
  FOLDER: "What belongs in this folder?",
  TASK_LIST: "- [ ] First task",
  SHEET: "name,amount\nApples,12",
  CODE: "Paste or write code.",
  CANVAS: "<h1>HTML and CSS</h1>",
  CHANNEL: "What is this channel about?",
  AI_CHAT: "What is this chat for?",
  FILE: "",
};
