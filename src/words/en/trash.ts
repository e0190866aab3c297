/** English: the trash. */
export const trashOf = (drive: string) => `Trash of ${drive}`;
export const putAside = (drive: string) =>
  `Pages of ${drive} that were put aside. A page comes back with the pages under it.`;
export const empty = "The trash is empty. What you move here stays until you delete it for good.";
export const earlier = "What went to the trash earlier";
export const chosenPages = "Chosen pages";
export const chooseAll = "Choose all";
export const choose = (title: string) => `Choose ${title}`;
export const chosen = { other: "# chosen" };
export const restore = "Restore";
export const restorePage = (title: string) => `Restore ${title}`;
export const restoring = (place: number, count: number) => `Restoring ${place} of ${count}…`;
export const open = "Open";
export const back = (title: string) => `“${title}” is back.`;
export const backAtTop = (title: string) => `“${title}” is back at the top of the drive.`;
export const pagesBack = { other: "# pages are back." };
export const pagesBackAtTop = { other: "# pages are back at the top of the drive." };
export const pagesBackSomeAtTop = { other: "# pages are back, some at the top of the drive." };
export const deleteForGood = "Delete for good";
export const deletePage = (title: string) => `Delete for good: ${title}`;
export const deleteAsked = "Delete for good?";
export const goesForGood = (title: string) =>
  `“${title}” and the pages under it will be gone, with their history. This cannot be undone.`;
export const pagesGoForGood = {
  other: "# pages and the pages under them will be gone, with their history. This cannot be undone.",
};
export const deleting = (place: number, count: number) => `Deleting ${place} of ${count}…`;
export const gone = (title: string) => `“${title}” is gone.`;
export const pagesGone = { other: "# pages are gone." };
