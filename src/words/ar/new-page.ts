/** العربية: إنشاء صفحة. */
export const untitled = "بلا عنوان";
export const title = "العنوان";
export const type = "النوع";
export const place = "المكان";
export const atTop = (drive: string) => `في أعلى ${drive}`;
export const underThisPage = "تحت هذه الصفحة";
export const under = (page: string) => `تحت ${page}`;
export const onlyTheyMake = "لا ينشئ الصفحات في هذه المساحة إلا من يديرونها.";
export const types = {
  DOCUMENT: "نص وقوائم وجداول وصور",
  FOLDER: "يجمع الصفحات معًا",
  TASK_LIST: "مهام مع أشخاص ومواعيد",
  SHEET: "صفوف وأعمدة تحسب",
  CODE: "شيفرة مصدرية ملوّنة",
  CANVAS: "رسم بلغة HTML أو SVG",
  CHANNEL: "رسائل إلى كل من لديه وصول",
  AI_CHAT: "أسئلة لوكيل ذكاء اصطناعي",
  FILE: "ملف مرفوع",
};
