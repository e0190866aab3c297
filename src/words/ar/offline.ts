/** Arabic: without a network. */
export const title = "لا يوجد اتصال";
export const sentence = "هذه الصفحة غير محفوظة على هذا الجهاز. ما كتبته في غيرها محفوظ هنا وسيُرسل عند عودة الاتصال.";
export const tryAgain = "أعد المحاولة";
export const recent = "صفحات فتحتها مؤخرًا";
export const untitled = "بلا عنوان";
export const sent = (page: string) => `حُفظ الآن ما كتبته دون اتصال في «${page}».`;
export const sentUntitled = "حُفظ الآن ما كتبته دون اتصال.";
export const waiting = "تغييرات لم تُرسل";
export const nothingWaits = "كل تغييراتك محفوظة.";
export const whenReached = "يُرسل حالما يمكن الوصول إلى الخدمة.";
export const sendNow = "أرسل الآن";
export const waits = "ينتظر";
export const refused = "لم يُقبل: افتح الصفحة لمعرفة السبب";
export const needsNetwork =
  "لا يمكن إنشاء صفحة من هذا النوع إلا مع وجود شبكة. يمكن إنشاء المستندات وقوائم المهام والجداول والشيفرات واللوحات من دونها.";
export const notPrepared = "أنت دون اتصال، ولم يحفظ هذا المتصفح ما تحتاجه صفحة جديدة. أنشئها عند عودة الشبكة.";
export const tooManyPending = "صفحات جديدة كثيرة تنتظر الإرسال. أنشئ هذه عند عودة الشبكة.";
export const cannotKeep = "لا مكان في هذا المتصفح لصفحة جديدة. أنشئها عند عودة الشبكة.";
export const notMade = (page: string, why: string) =>
  `تعذّر إنشاء «${page}»: ${why} ما كتبته محفوظ على هذا الجهاز: افتح «تغييرات لم تُرسل» لنسخه.`;
export const wasNotMade = "لم تُنشأ";
export const copyWords = "نسخ النص";
export const copied = "تم النسخ.";
export const discard = "تجاهل";
export const discardAsked = "هل تريد تجاهل هذا النص؟";
export const discardHint = "لا يوجد إلا على هذا الجهاز.";
