/** العربية: أدوات حول النص المكتوب. */
export const ask = "اسأل";
export const askForSuggestion = "اطلب اقتراحًا";
export const blockMenu = "قائمة الكتلة";
export const dragOrPress = (key: string) => `اسحب للنقل، واضغط لفتح قائمة (${key})`;
export const block = "كتلة";
export const copyHeadingLink = "نسخ رابط العنوان";
export const linkCopied = "نُسخ الرابط.";
export const format = "التنسيق";
export const link = "رابط";
export const writtenElsewhere = "مكتوب في موضع آخر من هذه الصفحة";
export const open = "فتح";
export const edit = "تحرير";
export const copy = "نسخ";
export const remove = "إزالة";
export const address = "العنوان";
export const text = "النص";
export const save = "حفظ";
export const cancel = "إلغاء";
export const codeLanguage = "لغة الشيفرة";
export const plainText = "نص عادي";
export const copyCode = "نسخ الشيفرة";
export const copied = "نُسخت";
export const codeCopied = "نُسخت الشيفرة.";
export const image = "صورة";
export const description = "الوصف";
export const descriptionHint = "لمن لا يراها";
export const caption = "التعليق";
export const width = "العرض";
export const widthInPixels = "العرض بالبكسل";
export const replace = "استبدال";
export const deleteImage = "حذف";
export const uploaded = (file: string) => `رُفع «${file}».`;
export const uploadFailed = "فشل الرفع.";
export const uploadOf = (file: string) => `رفع ${file}`;
export const imageGone = "لم تعد الصورة المراد استبدالها موجودة.";
export const noImage = "هذا الملف ليس صورة.";
export const tryAgain = "إعادة المحاولة";
export const tryFileAgain = (file: string) => `إعادة المحاولة: ${file}`;
export const cancelFile = (file: string) => `إلغاء ${file}`;
export const dismissFile = (file: string) => `إغلاق ${file}`;
export const outline = "المخطط التفصيلي";
export const noOutline = "لا مخطط تفصيليًا لهذه الصفحة بعد. تنشئه العناوين.";
export const focusOn = "وضع التركيز مفعّل.";
export const focusOff = "وضع التركيز معطّل.";
export const wordCount = {
  zero: "لا كلمات",
  one: "كلمة واحدة",
  two: "كلمتان",
  few: "# كلمات",
  many: "# كلمة",
  other: "# كلمة",
};
export const characterCount = {
  zero: "لا محارف",
  one: "محرف واحد",
  two: "محرفان",
  few: "# محارف",
  many: "# محرفًا",
  other: "# محرف",
};
export const minuteCount = { one: "دقيقة واحدة", two: "دقيقتان", few: "# دقائق", many: "# دقيقة", other: "# دقيقة" };
export const counted = (counts: string, characters: string, minutes: string) =>
  `${counts}، ${characters}، ${minutes} للقراءة`;
export const countedSelection = (counts: string, characters: string) => `المحدد: ${counts}، ${characters}`;
export const headerCell = (column: number) => `رأس الجدول، العمود ${column}`;
export const cell = (row: number, column: number) => `الصف ${row}، العمود ${column}`;
export const columnMenu = "قائمة العمود";
export const rowMenu = "قائمة الصف";
export const insertRowAbove = "إدراج صف فوقه";
export const insertRowBelow = "إدراج صف تحته";
export const moveRowUp = "نقل الصف إلى أعلى";
export const moveRowDown = "نقل الصف إلى أسفل";
export const duplicateRow = "تكرار الصف";
export const clearCells = "مسح المحتوى";
export const dragToMove = "اسحب للنقل، واضغط لفتح القائمة";
export const deleteRow = "حذف الصف";
export const deleteTable = "حذف الجدول";
export const insertColumnLeft = "إدراج عمود إلى اليسار";
export const insertColumnRight = "إدراج عمود إلى اليمين";
export const moveColumnLeft = "نقل العمود إلى اليسار";
export const moveColumnRight = "نقل العمود إلى اليمين";
export const alignLeft = "محاذاة إلى اليسار";
export const alignCentre = "توسيط";
export const alignRight = "محاذاة إلى اليمين";
export const deleteColumn = "حذف العمود";
/** What CodeMirror says. */
export const phrases = { "Selection deleted": "حُذف التحديد" };
