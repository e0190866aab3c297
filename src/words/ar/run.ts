/** Arabic: the steps of an agent's answer. */
export const tools = {
  list_drives: "عرض المساحات",
  list_pages: "عرض الصفحات",
  search: "بحث",
  fetch: "قراءة صفحة",
  list_members: "عرض الأعضاء",
  edit_page: "تحرير صفحة",
  edit_cells: "تغيير خلايا",
  update_tasks: "تحديث المهام",
  replace_text: "استبدال نص",
  create_pages: "إنشاء صفحات",
  move_pages: "نقل صفحات",
  trash_pages: "نقل صفحات إلى سلة المهملات",
  restore_pages: "استعادة صفحات",
  post_message: "نشر رسالة",
  history: "مراجعة السجل",
  revert: "استعادة نسخة سابقة",
};
export const callState = {
  open: "قيد التنفيذ",
  asked: "بانتظار الموافقة",
  done: "تم",
  failed: "فشل",
  declined: "مرفوض",
};
export const steps = { one: "خطوة واحدة", two: "خطوتان", few: "# خطوات", other: "# خطوة" };
export const noPages = "لم تشمل أي صفحة.";
export const stopped = "أُوقف";
