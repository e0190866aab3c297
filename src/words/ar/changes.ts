/** العربية: ما نُقل أو وُضع في سلة المهملات. */
export const trashed = (title: string) => `«${title}» في سلة المهملات.`;
export const pagesTrashed = {
  two: "صفحتان في سلة المهملات.",
  few: "# صفحات في سلة المهملات.",
  other: "# صفحة في سلة المهملات.",
};
export const moved = (title: string, to: string) => `نُقلت «${title}» إلى «${to}».`;
export const movedToTop = (title: string) => `نُقلت «${title}» إلى أعلى المساحة.`;
export const pages = { two: "صفحتان", few: "# صفحات", other: "# صفحة" };
export const pagesMoved = (several: string, to: string) => `نُقلت ${several} إلى «${to}».`;
export const pagesMovedToTop = {
  two: "نُقلت صفحتان إلى أعلى المساحة.",
  few: "نُقلت # صفحات إلى أعلى المساحة.",
  other: "نُقلت # صفحة إلى أعلى المساحة.",
};
export const intoItself = "لا يمكن نقل صفحة إلى داخلها أو إلى صفحة تابعة لها.";
