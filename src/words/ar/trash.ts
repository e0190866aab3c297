/** العربية: سلة المهملات. */
export const trashOf = (drive: string) => `سلة مهملات ${drive}`;
export const putAside = (drive: string) => `صفحات ${drive} التي نُقلت إلى هنا. تعود كل صفحة مع الصفحات التابعة لها.`;
export const empty = "سلة المهملات فارغة. ما تنقله إلى هنا يبقى حتى تحذفه نهائيًا.";
export const earlier = "صفحات أقدم";
export const chosenPages = "الصفحات المحددة";
export const chooseAll = "تحديد الكل";
export const choose = (title: string) => `تحديد ${title}`;
export const chosen = { one: "حُددت صفحة واحدة", two: "حُددت صفحتان", few: "حُددت # صفحات", other: "حُددت # صفحة" };
export const restore = "استعادة";
export const restorePage = (title: string) => `استعادة ${title}`;
export const restoring = (place: number, count: number) => `تجري استعادة ${place} من ${count}…`;
export const open = "فتح";
export const back = (title: string) => `عادت «${title}».`;
export const backAtTop = (title: string) => `عادت «${title}» إلى أعلى المساحة.`;
export const pagesBack = { two: "عادت صفحتان.", few: "عادت # صفحات.", other: "عادت # صفحة." };
export const pagesBackAtTop = {
  two: "عادت صفحتان إلى أعلى المساحة.",
  few: "عادت # صفحات إلى أعلى المساحة.",
  other: "عادت # صفحة إلى أعلى المساحة.",
};
export const pagesBackSomeAtTop = {
  two: "عادت صفحتان، إحداهما إلى أعلى المساحة.",
  few: "عادت # صفحات، بعضها إلى أعلى المساحة.",
  other: "عادت # صفحة، بعضها إلى أعلى المساحة.",
};
export const deleteForGood = "حذف نهائي";
export const deletePage = (title: string) => `حذف نهائي: ${title}`;
export const deleteAsked = "حذف نهائي؟";
export const goesForGood = (title: string) => `ستُحذف «${title}» والصفحات التابعة لها مع سجلها. لا يمكن التراجع عن ذلك.`;
export const pagesGoForGood = {
  two: "ستُحذف صفحتان والصفحات التابعة لهما مع سجلها. لا يمكن التراجع عن ذلك.",
  few: "ستُحذف # صفحات والصفحات التابعة لها مع سجلها. لا يمكن التراجع عن ذلك.",
  other: "ستُحذف # صفحة والصفحات التابعة لها مع سجلها. لا يمكن التراجع عن ذلك.",
};
export const deleting = (place: number, count: number) => `يجري حذف ${place} من ${count}…`;
export const gone = (title: string) => `حُذفت «${title}».`;
export const pagesGone = { two: "حُذفت صفحتان.", few: "حُذفت # صفحات.", other: "حُذفت # صفحة." };
