/** العربية: أنواع الصفحات. */
export const labels = {
  DOCUMENT: "مستند",
  FOLDER: "مجلد",
  TASK_LIST: "قائمة مهام",
  SHEET: "جدول بيانات",
  CODE: "شيفرة",
  CANVAS: "لوحة رسم",
  CHANNEL: "قناة",
  AI_CHAT: "محادثة ذكاء اصطناعي",
  FILE: "ملف",
};
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
