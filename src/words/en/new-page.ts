/** English: creating a page. */
export const untitled = "Untitled";
export const title = "Title";
export const type = "Type";
export const place = "Location";
export const atTop = (drive: string) => `Top level of ${drive}`;
export const underThisPage = "Under this page";
export const under = (page: string) => `Under ${page}`;
export const onlyTheyMake = "Only the owner and admins of this drive can create pages in it.";
export const types = {
  DOCUMENT: "Text, lists, tables and images",
  FOLDER: "Groups pages together",
  TASK_LIST: "Tasks with assignees and due dates",
  SHEET: "Rows, columns and formulas",
  CODE: "Source code with highlighting",
  CANVAS: "A drawing in HTML or SVG",
  CHANNEL: "Messages to everyone with access",
  AI_CHAT: "A chat with an AI agent",
  FILE: "An uploaded file",
};
