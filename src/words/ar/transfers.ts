/** العربية: الاستيراد والتصدير. */
export const transfers = "الاستيراد والتصدير";
export const transfersOf = (drive: string) => `الاستيراد والتصدير – ${drive}`;
export const importHeading = "الاستيراد";
export const importHint =
  "أرشيف zip من Notion أو Obsidian أو Outline أو من مساحة أخرى، أو مجلد مضغوط من ملفات Markdown وHTML وWord وCSV: حتى 5 غيغابايت و100,000 صفحة. يستمر العمل إذا أغلقت هذه الصفحة، ولا يظهر منه شيء حتى يكتمل كله. تصبح قواعد بيانات Notion مجلدات لها خصائص.";
export const importUnder = "الاستيراد تحت";
export const tablesBecome = "تصبح ملفات CSV";
export const tablesAs = { sheets: "جداول", folders: "مجلدات فيها صفحة لكل صف" };
export const chooseArchive = "اختر أرشيفًا";
export const archive = "الأرشيف المراد استيراده";
export const exportHeading = "التصدير";
export const exportHint =
  "كل ما يمكنك رؤيته في هذه المساحة، في أرشيف zip من ملفات عادية. الأفضل تصدير المساحة الكبيرة في الخلفية: حتى 5 غيغابايت من الملفات و100,000 صفحة، وأنت تعمل على شيء آخر.";
export const exportDrive = "صدّر هذه المساحة";
export const exportSoon = "صدّر في الخلفية";
export const tooLarge = "هذا أكبر من أن يُنزَّل مباشرة";
export const tooLargeHint =
  "يمكن تصدير ما يصل إلى 100,000 صفحة و5 غيغابايت من الملفات في الخلفية. سترى مدى التقدم وتجد الأرشيف هناك.";
export const list = "عمليات الاستيراد والتصدير في الشهر الأخير";
export const none = "لم يُستورد شيء ولم يُصدَّر في الشهر الأخير.";
export const uploading = (sent: string, size: string) => `جارٍ الرفع: ${sent} من ${size}`;
export const waits = "لا يمكن الوصول إلى الخدمة. يُستأنف الرفع حين يعود الاتصال.";
export const reading = "جارٍ قراءة الأرشيف";
export const making = (done: string, total: string) => `جارٍ إنشاء الصفحات: ${done} من ${total}`;
export const converting = "جارٍ قراءة ملفات Word وHTML";
export const publishing = "جارٍ وضع الصفحات في مكانها";
export const paused = "بانتظارك";
export const failed = "فشل";
export const cancelled = "أُلغي";
export const clearing = "جارٍ إزالة الصفحات المستوردة";
export const pages = {
  zero: "# صفحة",
  one: "صفحة واحدة",
  two: "صفحتان",
  few: "# صفحات",
  many: "# صفحة",
  other: "# صفحة",
};
export const files = { zero: "# ملف", one: "ملف واحد", two: "ملفان", few: "# ملفات", many: "# ملفًا", other: "# ملف" };
export const changed = {
  zero: "# معدَّل",
  one: "معدَّل واحد",
  two: "معدَّلان",
  few: "# معدَّلة",
  many: "# معدَّلًا",
  other: "# معدَّل",
};
export const skipped = {
  zero: "# متروك",
  one: "متروك واحد",
  two: "متروكان",
  few: "# متروكة",
  many: "# متروكًا",
  other: "# متروك",
};
export const report = "التقرير";
export const reportOf = (name: string) => `تقرير عن ${name}`;
export const leftOut = "متروك";
export const wasChanged = "معدَّل";
export const more = "أظهر المزيد";
export const cancel = "إلغاء";
export const cancelNamed = (name: string) => `إلغاء ${name}`;
export const cancelAsked = "أتريد إلغاء هذا الاستيراد؟";
export const cancelImport = "إلغاء الاستيراد";
export const cancelHint = "يُزال كل ما أُنشئ حتى الآن.";
export const goOn = "متابعة";
export const goOnNamed = (name: string) => `متابعة ${name}`;
export const done = (name: string) => `اكتمل استيراد «${name}».`;
export const leaveAsked = "أتغادر هذه الصفحة؟";
export const notUploaded = "لا يزال الأرشيف قيد الرفع. لن يُستورد إذا غادرت الآن.";
export const leave = "غادر";

export const naming = "جارٍ حصر الصفحات";
export const writing = (written: string, total: string) => `جارٍ كتابة الصفحات: ${written} من ${total}`;
export const packing = "جارٍ تجميع الأرشيف";
export const cancelExportAsked = "أتريد إلغاء هذا التصدير؟";
export const cancelExport = "إلغاء التصدير";
export const exported = (name: string) => `«${name}» جاهز للتنزيل.`;
export const download = "تنزيل";
export const downloadNamed = (name: string) => `تنزيل ${name}`;
export const keptUntil = (day: string) => `متاح حتى ${day}`;
export const expired = "لم يعد متاحًا";
export const see = "عرض الصفحات";
export const seeNamed = (name: string) => `عرض صفحات ${name}`;
export const remove = "حذف";
export const removeNamed = (name: string) => `حذف ${name}`;
export const removeAsked = "أتريد حذف هذا الأرشيف؟";
export const removeArchive = "احذف الأرشيف";
export const removeHint = "لن يمكن تنزيله بعد ذلك. تبقى الصفحات كما هي.";
