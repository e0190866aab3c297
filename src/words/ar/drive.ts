/** العربية: المساحة والمجلد. */
export const uploadFiles = "رفع ملفات";
export const members = "الأعضاء";
export const rename = "إعادة تسمية";
export const none = "لا توجد صفحات هنا بعد.";
export const noneShared = "لا توجد صفحات هنا بعد. تظهر هنا الصفحات التي ينشئها الآخرون لتراها.";
export const firstPage = "إنشاء الصفحة الأولى";
export const welcome = "مرحبًا";
export const noDrives = "توجد الصفحات في مساحات، وليس لديك أي مساحة بعد. أنشئ مساحة، أو اطلب من أحد أن يشارك مساحته.";
export const makeDrive = "إنشاء مساحة";
export const name = "الاسم";
export const renameDrive = "إعادة تسمية المساحة";
export const pagesInFolder = "الصفحات في هذا المجلد";
export const showAs = "طريقة عرض الصفحات";
export const list = "قائمة";
export const gallery = "معرض";
export const emptyFolder = "هذا المجلد فارغ.";
export const emptyFolderToFill = "هذا المجلد فارغ. أنشئ صفحة أو ارفع ملفات.";
export const below = {
  one: "صفحة واحدة بالداخل",
  two: "صفحتان بالداخل",
  few: "# صفحات بالداخل",
  many: "# صفحة بالداخل",
  other: "# صفحة بالداخل",
};
export const manyBelow = (least: number) => `${least} صفحة أو أكثر بالداخل`;
export const transfers = "الاستيراد والتصدير";
