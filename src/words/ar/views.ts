/** Arabic: the views of a folder. */
import type { ViewKind } from "../../formats/properties/view-blocks.ts";

export const kinds: Readonly<Record<ViewKind, string>> = {
  table: "جدول",
  board: "لوحة",
  list: "قائمة",
  calendar: "تقويم",
  gallery: "معرض",
  timeline: "خط زمني",
};
export const addView = "إضافة عرض";
export const nameOfView = "اسم العرض";
export const viewMenu = (name: string): string => `العرض «${name}»`;
export const renameView = "إعادة تسمية العرض";
export const removeView = "إزالة العرض";
export const removed = (name: string): string => `أُزيل العرض «${name}»`;
export const showAsText = "تعديل العرض كنص";
export const filter = "تصفية";
export const filterField = "شرط";
export const filterExample = "Status != Done and Due <= today+7d";
export const addCondition = "إضافة شرط";
export const sort = "ترتيب";
export const sortBy = "الترتيب حسب";
export const ascending = (name: string): string => `${name}، تصاعدي`;
export const descending = (name: string): string => `${name}، تنازلي`;
export const columns = "الأعمدة";
export const groupBy = "التجميع حسب";
export const noGroups = "بلا مجموعات";
export const title = "العنوان";
export const newPage = "صفحة جديدة";
export const newPageIn = (group: string): string => `صفحة جديدة في «${group}»`;
export const noValue = (name: string): string => `بلا ${name}`;
export const noPages = "لا توجد صفحات تطابق هذا العرض.";
export const noPagesYet = "لا توجد صفحات هنا بعد.";
export const needsChoice = "تحتاج اللوحة إلى خاصية من النوع «اختيار».";
export const needsDate = "يحتاج التقويم إلى خاصية من النوع «تاريخ».";
export const loading = "جارٍ التحميل…";
export const more = "تحميل المزيد";
export const untitled = "بلا عنوان";
export const moved = (page: string, to: string): string => `نُقلت «${page}» إلى ${to}`;
export const undated = "بلا تاريخ";
export const monthBefore = "الشهر السابق";
export const monthAfter = "الشهر التالي";
export const today = "اليوم";
export const month = (name: string): string => `الصفحات في ${name}`;
export const count = (pages: number, isMore: boolean): string =>
  isMore ? `أكثر من ${pages} صفحة` : pages === 1 ? "صفحة واحدة" : pages === 2 ? "صفحتان" : `${pages} صفحات`;
export const overLimit = (limit: number): string => `يتجاوز الحد ${limit}`;
export const moveHint = "ينقل مفتاح Alt مع الأسهم الصفحة.";
export const removeCondition = "إزالة الشرط";
export const kind = "نوع العرض";
export const hideColumn = "إخفاء العمود";
export const removeProperty = "إزالة الخاصية من المجلد";
export const valuesStay = "أُزيلت الخاصية. تحتفظ الصفحات بقيمها.";
