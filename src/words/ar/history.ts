/** العربية: سجل الصفحة. */
export const history = "السجل";
export const someone = "شخص ما";
export const authors = (names: readonly string[]) => names.join("، ");
export const none = "لم يُكتب شيء هنا بعد.";
export const versions = "الإصدارات، الأحدث أولًا";
export const older = "إصدارات أقدم";
export const today = "اليوم";
export const yesterday = "أمس";
export const changes = "التغييرات";
export const textThen = "النص في هذا الإصدار";
export const reading = "جارٍ التحميل…";
export const empty = "كانت الصفحة فارغة.";
export const stayed = {
  one: "كتلة واحدة بقيت كما كانت",
  two: "كتلتان بقيتا كما كانتا",
  few: "# كتل بقيت كما كانت",
  other: "# كتلة بقيت كما كانت",
};
export const restore = "استعادة هذا الإصدار";
export const restored = (time: string) => `استُعيدت الصفحة كما كانت ${time}. لا تزال الإصدارات اللاحقة في سجلها.`;
export const undo = "تراجع";
export const undoSince = (tool: string) => `التراجع عن تغييرات ${tool} منذ هذه النسخة`;
export const undoAsked = (tool: string) => `التراجع عن تغييرات ${tool}؟`;
export const titles = (all: readonly string[]) => all.map((title) => `«${title}»`).join("، ");
export const titlesAndMore = (pages: string, more: string) => `${pages} و${more}`;
export const more = { one: "صفحة أخرى", two: "صفحتين أخريين", few: "# صفحات أخرى", other: "# صفحة أخرى" };
export const takenOut = (tool: string, pages: string) =>
  `يُزال ما كتبه ${tool} منذ ذلك الحين من ${pages}. ويبقى ما كتبه الأشخاص.`;
export const takenBack = (tool: string) => `تم التراجع عن تغييرات ${tool}.`;
export const failed = {
  one: "تعذر تغيير صفحة واحدة. حاول مرة أخرى.",
  two: "تعذر تغيير صفحتين. حاول مرة أخرى.",
  few: "تعذر تغيير # صفحات. حاول مرة أخرى.",
  other: "تعذر تغيير # صفحة. حاول مرة أخرى.",
};
export const comparedWith = "مقارنة مع";
export const versionBefore = "النسخة السابقة";
export const changesBy = "تغييرات من";
export const addedBy = (name: string) => `أضافه ${name}`;
export const removedBy = (name: string) => `أزاله ${name}`;
export const stayedLines = {
  one: "سطر واحد بقي كما كان",
  two: "سطران بقيا كما كانا",
  few: "# أسطر بقيت كما كانت",
  other: "# سطرًا بقيت كما كانت",
};
export const threadOpened = (name: string) => `بدأ ${name} سلسلة تعليقات`;
export const suggestionMade = (name: string) => `اقترح ${name} تغييرًا`;
export const threadClosed = {
  resolved: (name: string) => `حلّ ${name} سلسلة تعليقات`,
  task: (name: string) => `حلّ ${name} سلسلة تعليقات بإكمال مهمتها`,
  accepted: (name: string) => `قبل ${name} اقتراحًا`,
  rejected: (name: string) => `رفض ${name} اقتراحًا`,
};
