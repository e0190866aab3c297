/** العربية: الملف وما يُعرف عنه. */
export const download = "تنزيل";
export const makeDocument = "إنشاء مستند منه";
export const newVersion = "إصدار جديد";
export const readAgain = "إعادة المعالجة";
export const unreadable = "تعذرت معالجة هذا الملف.";
export const none = "لا يوجد ملف في هذه الصفحة.";
export const upload = "رفع ملف";
export const fit = "ملاءمة";
export const picture = "الصورة";
export const lookClosely = "عرض عن قرب";
export const commentArea = "تعليق على جزء من الصورة";
export const openOriginal = "فتح الأصل";
export const textInFile = "النص في هذا الملف";
export const truncated = "يحتوي الملف على نص أطول مما تتسع له الصفحة. هذه بدايته.";
export const isDifferent = "ما يختلف عن الملف";
export const noText = "لم يُعثر على نص في هذا الملف.";
export const isReadAgain = "تجري إعادة معالجة الملف.";
export const notShown = "تعذر تحديث الصفحة. أعد تحميلها.";
export const reading = {
  pending: "في انتظار المعالجة",
  processing: "تجري المعالجة…",
  completed: "جاهز",
  failed: "تعذرت المعالجة",
};
export const file = "ملف";
export const types = {
  "application/pdf": "مستند PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "مستند Word",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "مصنف Excel",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "عرض PowerPoint",
  "application/vnd.oasis.opendocument.text": "نص OpenDocument",
  "application/vnd.oasis.opendocument.spreadsheet": "جدول OpenDocument",
  "application/vnd.oasis.opendocument.presentation": "عرض OpenDocument",
  "application/epub+zip": "كتاب EPUB",
  "application/rtf": "نص منسق",
  "application/json": "JSON",
  "application/xml": "XML",
  "application/yaml": "YAML",
  "application/zip": "أرشيف ZIP",
  "text/plain": "نص",
  "text/markdown": "نص Markdown",
  "text/csv": "جدول (CSV)",
  "text/tab-separated-values": "جدول (TSV)",
  "text/html": "صفحة ويب",
  "image/svg+xml": "رسم SVG",
  "audio/mpeg": "صوت MP3",
};
export const families = {
  image: (kind: string) => `صورة ${kind}`,
  audio: (kind: string) => `صوت ${kind}`,
  video: (kind: string) => `فيديو ${kind}`,
  font: (kind: string) => `خط ${kind}`,
  text: (kind: string) => `نص ${kind}`,
};
export const facts = (all: readonly string[]) => all.join("، ");
export const pixels = (width: number, height: number) => `${width} × ${height} بكسل`;
export const pages = { one: "صفحة واحدة", two: "صفحتان", few: "# صفحات", many: "# صفحة", other: "# صفحة" };
export const slides = { one: "شريحة واحدة", two: "شريحتان", few: "# شرائح", many: "# شريحة", other: "# شريحة" };
export const sheets = { one: "ورقة واحدة", two: "ورقتان", few: "# أوراق", many: "# ورقة", other: "# ورقة" };
export const chapters = { one: "فصل واحد", two: "فصلان", few: "# فصول", many: "# فصلًا", other: "# فصل" };
export const characters = { one: "حرف واحد", two: "حرفان", few: "# أحرف", many: "# حرفًا", other: "# حرف" };
export const useVersion = "استعادة";
export const useVersionOf = (name: string) => `استعادة ${name}`;
export const versionUsed = (name: string) => `أصبح ${name} الإصدار الحالي مجددًا.`;
