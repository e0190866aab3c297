/** العربية: ما يُفعل بالصفحات في الشجرة. */
export const open = "فتح";
export const openInTab = "فتح في علامة تبويب جديدة";
export const rename = "إعادة تسمية";
export const addToFavourites = "إضافة إلى المفضلة";
export const removeFromFavourites = "إزالة من المفضلة";
export const isFavourite = (title: string) => `أُضيفت «${title}» إلى المفضلة.`;
export const noFavourite = (title: string) => `لم تعد «${title}» في المفضلة.`;
export const copyLink = "نسخ الرابط";
export const linkCopied = "نُسخ الرابط.";
export const share = "مشاركة";
export const toTrash = "نقل إلى سلة المهملات";
export const pagesToTrash = {
  two: "نقل صفحتين إلى سلة المهملات",
  few: "نقل # صفحات إلى سلة المهملات",
  other: "نقل # صفحة إلى سلة المهملات",
};
export const clearSelection = "إلغاء التحديد";
export const pages = { one: "صفحة واحدة", two: "صفحتان", few: "# صفحات", other: "# صفحة" };
export const cut = "قص";
export const pageCut = (title: string) => `قُصّت «${title}». ألصقها في صفحة أخرى.`;
export const pagesCut = {
  two: "قُصّت صفحتان. ألصقهما في صفحة أخرى.",
  few: "قُصّت # صفحات. ألصقها في صفحة أخرى.",
  other: "قُصّت # صفحة. ألصقها في صفحة أخرى.",
};
export const enterKey = "Enter";
export const deleteKey = "Del";
export const cutKeys = "Ctrl X";
export const moveToPlace = "نقل إلى…";
export const moveTo = "نقل إلى";
export const find = "البحث عن صفحة";
export const places = "الأماكن";
export const topOf = (drive: string) => `أعلى ${drive}`;
export const noneFound = "لا توجد في هذه المساحة صفحة بهذا العنوان.";
export const access = "من لديه وصول";
