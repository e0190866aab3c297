/** العربية: التنبيهات. */
import type { AlarmTitles } from "../en/alarm.ts";

export const titles: AlarmTitles = {
  audit: (subject) => `يبلّغ سجل التدقيق عن مشكلة: ${subject}`,
  dead_letter: (subject) => `فشلت مهمة خلفية نهائيًا: ${subject}`,
  sweep: (subject, { minutes, hours }) => {
    if (subject === "missing") return `لم تكتمل مهمة الصيانة منذ ${minutes ?? 2} دقيقة`;
    if (subject === "restore") return `بدأت استعادة قبل ${hours ?? 24} ساعة ولم تنتهِ، فلا يستطيع أحد تسجيل الدخول`;
    return `تفشل خطوة من مهمة الصيانة باستمرار: ${subject}`;
  },
  size: (_, { resource, threshold }) => `بلغ ${resource} ${threshold} ٪ من حد المنصة`,
  quota: (_, { resource, threshold }) => `بلغ ${resource} ${threshold} ٪ من حد هذه النسخة`,
  error_rate: (_, { failed, count, minutes }) => `فشل ${failed} من ${count} طلب خلال ${minutes} دقيقة`,
  mail: (_, { failed, count, minutes }) => `تعذّر إرسال ${failed} من ${count} رسالة بريد خلال ${minutes} دقيقة`,
  provider: (subject, { failed, count, minutes }) =>
    `مزوّد معطّل: ${subject} (${failed} من ${count} استدعاء خلال ${minutes} دقيقة)`,
};

export const changes = {
  raised: (title: string) => `تنبيه: ${title}`,
  continues: (title: string) => `ما زال معطّلًا: ${title}`,
  resolved: (title: string) => `تم الحل: ${title}`,
};
export const testText = "هذا اختبار. ستصل تنبيهات هذه النسخة إلى هنا.";
export const testSubject = "Octavo: اختبار التنبيهات";
export const mailSubject = (first: string, more: number) => `Octavo: ${first}${more === 0 ? "" : ` (و${more} غيره)`}`;
export const mailText = (lines: string, origin: string) => `${lines}\n\nالتفاصيل: ${origin}/admin\n`;

export const alarms = "التنبيهات";
export const noAlarms = "لا توجد تنبيهات.";
export const unreadable = "لا يمكن قراءة التنبيهات الآن.";
export const alarm = "التنبيه";
export const since = "منذ (UTC)";
export const state = "الحالة";
export const open = "مفتوح";
export const ended = (time: string) => `انتهى ${time}`;
export const channels = { webhook: "Webhook", mail: "البريد إلى المسؤولين" };
export const notConfigured = "غير مُعدّ";
export const neverSent = "لم يُرسل شيء بعد";
export const lastSent = (time: string) => `آخر إرسال ${time}`;
export const failing = (failures: string) => `لم يُسلَّم؛ المحاولات الفاشلة: ${failures}`;
export const lastSweep = "آخر صيانة";
export const never = "أبدًا";
export const sendTest = "إرسال تنبيه تجريبي";
export const outcomes = {
  sent: "أُرسل",
  none: "غير مُعدّ",
  status: (status: string) => `أجاب المستلم بالرمز ${status}`,
  redirect: "المستلم يعيد التوجيه؛ أدخل عنوانه النهائي",
  timeout: "لم يجب المستلم في الوقت المحدد",
  network: "تعذّر الوصول إلى المستلم",
  mail: (reached: string, failed: string) => `أُرسل: ${reached}، فشل: ${failed}`,
};
export const objectives = "أهداف مستوى الخدمة";
export const objective = "الهدف";
export const objectiveNames = {
  page_open: "تُفتح الصفحات خلال ثانية",
  edit: "تنجح التعديلات",
  words_lost: "كلمات مؤكدة مفقودة",
};
export const target = "القيمة المستهدفة";
export const measured = "آخر 30 يومًا";
export const budgetLeft = "المتبقي من ميزانية الأخطاء";
export const burn = "معدل الاستهلاك، آخر 24 ساعة";
export const percentage = (value: string) => `${value} ٪`;
export const times = (value: string) => `${value}×`;
export const ofEvents = (bad: string, all: string) => `لم يتحقق ${bad} من ${all}`;
export const noneMeasured = "لا قياسات";
export const wordsLostHint =
  "تُحسب الكلمات المفقودة عندما تفقد صفحة الكائن الذي أكّدها. ولا يُلاحظ فقدان لا يترك أثرًا، مثل استرجاع نسخة احتياطية قديمة.";
