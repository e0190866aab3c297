/** English: types of page. */
export const document = "Document";
export const folder = "Folder";
export const taskList = "Task list";
export const sheet = "Sheet";
export const code = "Code";
export const canvas = "Canvas";
export const channel = "Channel";
export const aiChat = "AI chat";
export const file = "File";
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
