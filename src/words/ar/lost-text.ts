/** العربية: نص حُذف مكانه أثناء كتابته. */
export const cellDeleted = "حُذفت الخلية التي كنت تكتب فيها. نصك ما زال هنا.";
export const taskDeleted = "حُذفت المهمة التي كنت تعدّلها. نصك ما زال هنا.";
export const imageDeleted = "حُذفت الصورة التي كنت تصفها. نصك ما زال هنا.";
export const emptyCellDeleted = "حُذفت الخلية التي كنت فيها.";
export const taskGone = "حُذفت هذه المهمة.";
export const yourText = "نصك";
export const copy = "نسخ";
export const copied = "تم النسخ.";
export const discard = "تجاهل";
export const putInCell = "وضعه في الخلية المحددة";
export const putAtCursor = "إدراج عند المؤشر";
export const addAsTask = "إضافة كمهمة";
export const noPlace = "لا يمكن وضعه هنا. انسخه بدلاً من ذلك.";
export const blockGone = "حُذف هذا الجزء.";
