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
export const add = "إضافة مهمة";
export const addTo = (section: string) => `إضافة مهمة إلى ${section}`;
export const addBelow = "إضافة مهمة فرعية";
export const change = "تحرير النص";
export const actionsOf = (task: string) => `إجراءات ${task}`;
export const dueDate = "تاريخ الاستحقاق…";
export const due = (date: string) => `تستحق في ${date}`;
export const dueToday = "تستحق اليوم";
export const noDate = "بلا تاريخ";
export const setDate = "تعيين";
export const priority = "الأولوية";
export const high = "عالية";
export const medium = "متوسطة";
export const low = "منخفضة";
export const noPriority = "بلا أولوية";
export const priorityOf = (name: string) => `الأولوية: ${name}`;
export const assign = "إسناد إلى…";
export const assignedTo = (name: string) => `مسندة إلى ${name}`;
export const unassign = (name: string) => `إلغاء إسناد ${name}`;
export const moveUp = "نقل إلى أعلى";
export const moveDown = "نقل إلى أسفل";
export const setIn = "جعلها مهمة فرعية";
export const setOut = "نقلها مستوى واحدًا إلى الخارج";
export const moveTo = (section: string) => `نقل إلى ${section}`;
export const move = "نقل";
export const remove = "حذف";
export const removed = (task: string) => `حُذفت: ${task}`;
export const progress = (ended: number, count: number) => `أُنجزت ${ended} من ${count} مهام فرعية`;
export const newTask = "مهمة جديدة";
export const isAssigned = "المهمة مسندة إليه بالفعل.";
export const calendar = "تقويم";
export const openTask = "فتح";
export const addStatuses = "إضافة حالات";
export const firstStatuses: readonly [string, string, string] = ["للتنفيذ", "قيد التنفيذ", "منجزة"];
export const status = "الحالة";
export const statusOf = (name: string) => `الحالة: ${name}`;
export const columnActions = (name: string) => `إجراءات العمود ${name}`;
export const addColumn = "إضافة حالة";
export const columnName = "اسم الحالة";
export const renameColumn = "إعادة تسمية…";
export const limitColumn = "الحد الأقصى…";
export const limit = "أكبر عدد من المهام في هذا العمود";
export const noLimit = "بلا حد";
export const limited = (count: number, limit: number) => `${count} من ${limit}`;
export const overLimit = (by: number) => `تجاوز الحد بمقدار ${by}`;
export const colour = "اللون";
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
export const kindDone = "المهام هنا منجزة";
export const moveColumnBefore = "نقل العمود إلى الخلف";
export const moveColumnAfter = "نقل العمود إلى الأمام";
export const removeColumn = "إزالة الحالة";
export const cannotChange = "لا يمكن تغيير حالات هذه القائمة هنا. حرّرها في النص.";
export const save = "حفظ";
export const cancel = "إلغاء";
export const close = "إغلاق";
export const labels = "الوسوم";
export const label = "وسم…";
export const labelOf = (name: string) => `الوسم: ${name}`;
export const newLabel = "وسم جديد…";
export const labelName = "اسم الوسم";
export const removeIt = (name: string) => `إزالة ${name}`;
export const estimate = "التقدير";
export const estimateOf = (time: string) => `التقدير: ${time}`;
export const noEstimate = "بلا تقدير";
export const every = "التكرار";
export const noEvery = "لا تتكرر";
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
export const remindBefore = (time: string) => `تذكير قبل ${time}`;
export const lastDone = (date: string) => `أُنجزت آخر مرة في ${date}`;
export const blocked = "محظورة";
export const blockedBy = (tasks: string) => `تنتظر ${tasks}`;
export const blockers = "تنتظر";
export const addBlocker = "إضافة مهمة تنتظرها";
export const described = "لها وصف";
export const description = "الوصف";
export const addDescription = "إضافة وصف";
export const title = "العنوان";
export const people = "الأشخاص";
export const subtasks = "المهام الفرعية";
export const detail = "المهمة";
export const selected = "محددة";
export const selectedCount = (count: number) => `المهام المحددة: ${count}`;
export const selectionActions = "إجراءات المهام المحددة";
export const select = "تحديد";
export const clearSelection = "إلغاء التحديد";
export const removedMany = (count: number) => `المهام المحذوفة: ${count}`;
export const today = "اليوم";
export const tomorrow = "غدًا";
export const nextWeek = "الأسبوع القادم";
export const filter = "تصفية";
export const activeSuffix = " مفعّلة";
export const clearFilter = "إلغاء التصفية";
export const anyone = "الجميع";
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
export const month = (name: string) => `المهام المستحقة في ${name}`;
export const monthBefore = "الشهر السابق";
export const monthAfter = "الشهر التالي";
export const undated = "بلا تاريخ";
export const movedTo = (task: string, date: string) => `${task}: تستحق في ${date}`;
export const suggestions = "اقتراحات";
export const recognized = "تم التعرف على";
export const quickHint = "مثال: الاتصال بسارة غدًا #هاتف !عالية";
export const asText = (text: string) => `إبقاء “${text}” نصًا`;
export const automatic = "تلقائي";
export const toPage = "تحويل إلى صفحة";
export const toTask = "تحويل الصفحة إلى مهمة";
export const madePage = (title: string) => `أُنشئت الصفحة: ${title}`;
export const staysPage = "لهذه الصفحة خصائص أو صفحات فرعية أو نوع آخر، لذا تبقى صفحة.";
