/** English: the trash. */
export const trashOf = (drive: string) => `Trash of ${drive}`;
export const putAside = (drive: string) =>
  `Pages moved to the trash from ${drive}. Restoring a page also restores its subpages.`;
export const empty = "The trash is empty. Pages you move here stay until you delete them permanently.";
export const earlier = "Older pages";
export const chosenPages = "Selected pages";
export const chooseAll = "Select all";
export const choose = (title: string) => `Select ${title}`;
export const chosen = { other: "# selected" };
export const restore = "Restore";
export const restorePage = (title: string) => `Restore ${title}`;
export const restoring = (place: number, count: number) => `Restoring ${place} of ${count}…`;
export const open = "Open";
export const back = (title: string) => `“${title}” was restored.`;
export const backAtTop = (title: string) => `“${title}” was restored to the top level of the drive.`;
export const pagesBack = { other: "# pages were restored." };
export const pagesBackAtTop = { other: "# pages were restored to the top level of the drive." };
export const pagesBackSomeAtTop = { other: "# pages were restored, some to the top level of the drive." };
export const deleteForGood = "Delete permanently";
export const deletePage = (title: string) => `Delete permanently: ${title}`;
export const deleteAsked = "Delete permanently?";
export const goesForGood = (title: string) =>
  `“${title}” and its subpages will be deleted with their history. This cannot be undone.`;
export const pagesGoForGood = {
  other: "# pages and their subpages will be deleted with their history. This cannot be undone.",
};
export const deleting = (place: number, count: number) => `Deleting ${place} of ${count}…`;
export const gone = (title: string) => `“${title}” was deleted.`;
export const pagesGone = { other: "# pages were deleted." };
