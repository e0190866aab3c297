/** العربية: حذف الحساب. */
export const lastAdministrator = "هذا هو المدير الوحيد. امنح الدور لشخص آخر أولًا.";
export const typeToConfirm = (email: string) => `اكتب ${email} للتأكيد`;
export const notTyped = (email: string) => `اكتب ${email} للتأكيد.`;
export const deleteForGood = "حذف الحساب نهائيًا";
export const pageCount = {
  zero: "بلا صفحات",
  one: "صفحة واحدة",
  two: "صفحتان",
  few: "# صفحات",
  other: "# صفحة",
};
export const memberCount = { one: "عضو واحد", two: "عضوان", few: "# أعضاء", many: "# عضوًا", other: "# عضو" };
export const inTrash = "في سلة المهملات";
export const listed = (parts: readonly string[]) => parts.join("، ");
export const choose = "اختر مصيرها";
export const handOver = (name: string) => `تسليمها إلى ${name}`;
export const deleteAll = "حذفها بكل ما فيها";
