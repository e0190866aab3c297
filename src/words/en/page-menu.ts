/** English: the menu of a page. */
export const duplicate = "Duplicate";
export const copyOf = (title: string) => `Copy of ${title}`;
export const duplicated = (title: string) => `“${title}” was duplicated.`;
export const print = "Print";
export const mute = "Mute";
export const unmute = "Unmute";
export const printPage = "Print this page";
export const printWords = "paper pdf";
export const duplicatePage = "Duplicate this page";
export const duplicateWords = "copy clone";
export const addFavourite = "Add this page to favourites";
export const removeFavourite = "Remove this page from favourites";
export const mutePage = "Mute this page";
export const unmutePage = "Unmute this page";
export const muteDrive = "Mute this drive";
export const unmuteDrive = "Unmute this drive";
export const exportBelow = "Export";
