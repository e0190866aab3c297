/** Arabic: the preview of a page next to a list. */
export const loading = "جارٍ التحميل…";
export const unavailable = "لا يمكن عرض معاينة لهذه الصفحة. ربما حُذفت أو لم يعد لديك وصول إليها.";
export const openToSee = "افتح الصفحة لرؤية محتواها.";
export const open = "فتح";
export const choose = "اختيار";
export const opens = "فتح";
