/** English: a drive and a folder. */
export const uploadFiles = "Upload files";
export const members = "Members";
export const rename = "Rename";
export const none = "No pages here yet.";
export const noneShared = "No pages yet. Pages that others share with you appear here.";
export const firstPage = "Create the first page";
export const welcome = "Welcome";
export const noDrives =
  "Every page belongs to a drive, and you don't have one yet. Create a drive, or ask someone to share theirs.";
export const makeDrive = "Create drive";
export const name = "Name";
export const renameDrive = "Rename drive";
export const pagesInFolder = "Pages in this folder";
export const showAs = "View as";
export const list = "List";
export const gallery = "Gallery";
export const emptyFolder = "This folder is empty.";
export const emptyFolderToFill = "This folder is empty. Create a page, or upload files.";
export const below = { one: "# subpage", other: "# subpages" };
export const manyBelow = (least: number) => `${least} or more subpages`;
export const transfers = "Import and export";
