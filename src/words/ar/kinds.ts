/** العربية: أنواع الصفحات. */
export const document = "مستند";
export const folder = "مجلد";
export const taskList = "قائمة مهام";
export const sheet = "جدول بيانات";
export const code = "شيفرة";
export const canvas = "لوحة رسم";
export const channel = "قناة";
export const aiChat = "محادثة ذكاء اصطناعي";
export const file = "ملف";
export const placeholders = {
  DOCUMENT: "اكتب، أو اضغط / لإدراج الكتل",
  FOLDER: "ماذا يضم هذا المجلد؟",
  TASK_LIST: "- [ ] أول ما ينبغي إنجازه",
  SHEET: "الاسم,الكمية\nتفاح,12",
  CODE: "ألصق الشيفرة أو اكتبها.",
  CANVAS: "<h1>HTML وCSS</h1>",
  CHANNEL: "ما موضوع هذه القناة؟",
  AI_CHAT: "ما الغرض من هذه المحادثة؟",
  FILE: "",
};
