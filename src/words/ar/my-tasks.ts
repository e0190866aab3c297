/** Arabic: the tasks of one person, of all lists. */
export const title = "مهامك";
export const none = "لا توجد مهمة مفتوحة مسندة إليك. تصبح المهمة لك عندما يذكرك أحد فيها: @ ثم اسمك.";
export const overdue = "متأخرة";
export const today = "مستحقة اليوم";
export const tomorrow = "غدًا";
export const later = "لاحقًا";
export const undated = "بلا تاريخ";
export const someLeftOut = "تُعرض أول 500 مهمة فقط.";
export const detail = "المهمة المحددة";
export const loading = "جارٍ البحث عن مهامك…";
