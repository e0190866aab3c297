/** العربية: جداول البيانات. */
export const text = "نص";
export const textKeys = "يضيف مفتاح Tab مسافة بادئة. للخروج من النص، اضغط Escape ثم Tab.";
export const cells = "الخلايا";
export const cell = "خلية";
export const cellAt = (name: string) => `الخلية ${name}`;
export const cellOrRange = "خلية أو نطاق";
export const formulaBar = "شريط الصيغة";
export const rowsAndColumns = "الصفوف والأعمدة";
export const insertRowAbove = "إدراج صف أعلاه";
export const insertRowBelow = "إدراج صف أسفله";
export const insertColumnLeft = "إدراج عمود إلى اليسار";
export const insertColumnRight = "إدراج عمود إلى اليمين";
export const deleteRows = "حذف الصفوف";
export const deleteColumns = "حذف الأعمدة";
export const sortUp = "فرز من أ إلى ي";
export const sortDown = "فرز من ي إلى أ";
export const fillDown = "تعبئة إلى أسفل";
export const fillRight = "تعبئة إلى اليمين";
export const count = (filled: number) => `العدد ${filled}`;
export const sums = (sum: string, average: string, filled: number) =>
  `المجموع ${sum} · المتوسط ${average} · العدد ${filled}`;
