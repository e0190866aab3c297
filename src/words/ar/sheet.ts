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
export const moveRowsUp = "نقل الصفوف إلى أعلى";
export const moveRowsDown = "نقل الصفوف إلى أسفل";
export const moveColumnsLeft = "نقل الأعمدة إلى اليسار";
export const moveColumnsRight = "نقل الأعمدة إلى اليمين";
export const continueSeries = "متابعة السلسلة";
export const functions = "الدوال";
export const freeze = "تجميد الصفوف أعلاه والأعمدة إلى اليسار";
export const unfreeze = "إلغاء التجميد";
export const find = "بحث…";
export const rowsBetween = "يُخفي عامل التصفية صفوفًا بين هذه الصفوف. أظهر جميع الصفوف لنقلها.";
export const filter = "تصفية حسب هذا العمود…";
export const filterColumn = (name: string) => `تصفية حسب ${name}`;
export const filtered = "تمت تصفيته";
export const rowsShown = (shown: string, all: string) => `${shown} من ${all} صفوف`;
export const showAllRows = "إظهار جميع الصفوف";
export const condition = "إظهار الصفوف التي خليتها";
export const anyValue = "أي قيمة";
export const tests = {
  contains: "تحتوي على",
  lacks: "لا تحتوي على",
  equals: "تساوي",
  differs: "لا تساوي",
  above: "أكبر أو أحدث من",
  below: "أصغر أو أقدم من",
  empty: "فارغة",
  filled: "غير فارغة",
};
export const compareWith = "نص أو رقم أو تاريخ";
export const values = "القيم";
export const searchValues = "البحث في القيم";
export const selectAll = "تحديد الكل";
export const selectNone = "إلغاء تحديد الكل";
export const emptyCells = "(فارغة)";
export const searchForMore = "هناك قيم أخرى. ابحث للعثور عليها.";
export const applyFilter = "تصفية";
export const clearFilter = "إظهار جميع القيم";
export const format = "التنسيق";
export const automatic = "تلقائي";
export const number = "رقم";
export const percent = "نسبة مئوية";
export const currencyIn = (sign: string) => `عملة (${sign})`;
export const date = "تاريخ";
export const dateAndTime = "تاريخ ووقت";
export const time = "وقت";
export const plainText = "نص عادي";
export const moreDecimals = "زيادة المنازل العشرية";
export const fewerDecimals = "إنقاص المنازل العشرية";
