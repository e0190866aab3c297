/** العربية: قائمة الصفحة. */
export const duplicate = "تكرار";
export const copyOf = (title: string) => `نسخة من ${title}`;
export const duplicated = (title: string) => `تم تكرار «${title}».`;
export const print = "طباعة";
export const mute = "كتم";
export const unmute = "إلغاء الكتم";
export const printPage = "طباعة هذه الصفحة";
export const printWords = "ورق pdf print";
export const duplicatePage = "تكرار هذه الصفحة";
export const duplicateWords = "نسخ copy";
export const addFavourite = "إضافة هذه الصفحة إلى المفضلة";
export const removeFavourite = "إزالة هذه الصفحة من المفضلة";
export const mutePage = "كتم هذه الصفحة";
export const unmutePage = "إلغاء كتم هذه الصفحة";
export const muteDrive = "كتم هذه المساحة";
export const unmuteDrive = "إلغاء كتم هذه المساحة";
export const exportBelow = "تصدير";
