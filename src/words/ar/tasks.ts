/** العربية: قوائم المهام. */
export const tasks = "المهام";
export const howShown = "طريقة عرض المهام";
export const list = "قائمة";
export const board = "لوحة";
export const text = "نص";
export const show = "عرض";
export const all = "كل المهام";
export const open = "مفتوحة";
export const done = "منجزة";
export const mine = "مهامي";
export const overdue = "متأخرة";
export const find = "البحث عن مهمة";
export const noTitle = "مهام بلا عنوان";
export const none = "لا توجد مهام بعد.";
export const noneFound = "لا توجد مهمة مطابقة.";
export const change = "تحرير النص";
export const actionsOf = (task: string) => `إجراءات ${task}`;
export const due = (date: string) => `تستحق في ${date}`;
export const dueToday = "تستحق اليوم";
export const noDate = "بلا تاريخ";
export const priority = "الأولوية";
export const high = "عالية";
export const medium = "متوسطة";
export const low = "منخفضة";
export const noPriority = "بلا أولوية";
export const priorityOf = (name: string) => `الأولوية: ${name}`;
export const assignedTo = (name: string) => `مسندة إلى ${name}`;
export const progress = (ended: number, count: number) => `أُنجزت ${ended} من ${count} مهام فرعية`;
export const newTask = "مهمة جديدة";
export const calendar = "تقويم";
export const addStatuses = "إضافة حالات";
export const status = "الحالة";
export const statusOf = (name: string) => `الحالة: ${name}`;
export const columnActions = (name: string) => `إجراءات العمود ${name}`;
export const addColumn = "إضافة حالة";
export const limited = (count: number, limit: number) => `${count} من ${limit}`;
export const overLimit = (by: number) => `تجاوز الحد بمقدار ${by}`;
export const colours: Readonly<Record<string, string>> = {
  gray: "رمادي",
  brown: "بني",
  red: "أحمر",
  orange: "برتقالي",
  amber: "كهرماني",
  green: "أخضر",
  teal: "فيروزي",
  blue: "أزرق",
  purple: "بنفسجي",
  pink: "وردي",
};
export const labels = "الوسوم";
export const labelOf = (name: string) => `الوسم: ${name}`;
export const removeIt = (name: string) => `إزالة ${name}`;
export const estimateOf = (time: string) => `التقدير: ${time}`;
export const everyUnit: Readonly<Record<string, string>> = {
  "1d": "كل يوم",
  weekday: "كل يوم عمل",
  "1w": "كل أسبوع",
  "2w": "كل أسبوعين",
  "1m": "كل شهر",
  "3m": "كل 3 أشهر",
  "1y": "كل سنة",
};
export const everyCount = (count: number, unit: string) =>
  `كل ${count} ${{ d: "أيام", w: "أسابيع", m: "أشهر", y: "سنوات" }[unit] ?? ""}`;
export const everyOn = (days: string) => `كل ${days}`;
export const blocked = "محظورة";
export const blockedBy = (names: string) => `تنتظر ${names}`;
export const described = "لها وصف";
export const title = "العنوان";
export const selected = "محددة";
export const today = "اليوم";
export const filter = "تصفية";
export const activeSuffix = " مفعّلة";
export const clearFilter = "إلغاء التصفية";
export const nobody = "لا أحد";
export const assignee = "مسندة إلى";
export const any = "الكل";
export const dueWhen = "الاستحقاق";
export const dueThisWeek = "الأيام السبعة القادمة";
export const group = "تجميع حسب";
export const byHeading = "العنوان";
export const noGroups = "بلا مجموعات";
export const sort = "ترتيب حسب";
export const manual = "الموضع في القائمة";
export const automatic = "تلقائي";
export const query = "شرط";
export const saveView = "حفظ العرض…";
export const remindBefore = (time: string) => (time.startsWith("0") ? "تذكير في اليوم نفسه" : `تذكير قبل ${time}`);
export const openTask = "فتح";
export const openOf = (task: string) => `فتح ${task}`;
