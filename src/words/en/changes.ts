/** English: what was moved or put into the trash. */
export const trashed = (title: string) => `“${title}” moved to trash.`;
export const pagesTrashed = { other: "# pages moved to trash." };
export const moved = (title: string, to: string) => `“${title}” moved to “${to}”.`;
export const movedToTop = (title: string) => `“${title}” moved to the top of the drive.`;
export const pages = { other: "# pages" };
export const pagesMoved = (several: string, to: string) => `${several} moved to “${to}”.`;
export const pagesMovedToTop = { other: "# pages moved to the top of the drive." };
export const intoItself = "A page can't be moved into itself or one of its subpages.";
