/** English: making a page. */
export const untitled = "Untitled";
export const title = "Title";
export const type = "Type";
export const place = "Place";
export const atTop = (drive: string) => `At the top of ${drive}`;
export const underThisPage = "Under this page";
export const under = (page: string) => `Under ${page}`;
export const onlyTheyMake = "Only the owner and admins of this drive can create pages in it.";
export const types = {
  DOCUMENT: "Text, lists, tables and pictures",
  FOLDER: "Keeps pages together",
  TASK_LIST: "Things to do, with people and dates",
  SHEET: "Rows and columns that calculate",
  CODE: "Source code with highlighting",
  CANVAS: "A drawing in HTML or SVG",
  CHANNEL: "Messages to everyone with access",
  AI_CHAT: "Questions to an AI agent",
  FILE: "An uploaded file",
};
