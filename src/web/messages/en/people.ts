/** English: lists of people and the field that finds them. */
export const canView = "View";
export const canEdit = "View and edit";
export const canShare = "View, edit and share";
export const canAll = "Everything";
export const noAccess = "No access";
export const may = (verbs: readonly string[]) => `May ${verbs.join(", ")}`;
export const view = "view";
export const edit = "edit";
export const share = "share";
export const erase = "delete";
export const mayDo = (name: string) => `What ${name} may do`;
export const theyMay = "They may";
export const owner = "Owner";
export const remove = "Remove";
export const removeOne = (name: string) => `Remove ${name}`;
export const keep = "Keep";
/** As what is lost: the object of a sentence. */
export const pageCount = { one: "# page", other: "# pages" };
export const people = "People";
export const nameOrAddress = "Name or e-mail address";
export const inDrive = "In this drive";
export const connection = "Connection";
export const byAddress = "By this address";
export const userId = "User id";
export const noneFound =
  "Nobody is found. Write their whole e-mail address, or ask for their user id, which is in their settings.";
export const choose = "Choose somebody from the list.";
