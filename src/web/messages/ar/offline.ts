/** Arabic: without a network. */
export const title = "لا يوجد اتصال";
export const sentence = "هذه الصفحة غير محفوظة على هذا الجهاز. ما كتبته في غيرها محفوظ هنا وسيُرسل عند عودة الاتصال.";
export const tryAgain = "أعد المحاولة";
export const recent = "صفحات فتحتها مؤخرًا";
export const untitled = "بلا عنوان";
export const sent = (page: string) => `حُفظ الآن ما كتبته دون اتصال في «${page}».`;
export const sentUntitled = "حُفظ الآن ما كتبته دون اتصال.";
