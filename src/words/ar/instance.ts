/** العربية: حدود هذا الموقع وروابط التسجيل. */
export const instance = "التسجيل والحدود";
export const whoSignsUp = "من يمكنه إنشاء حساب";
export const policies = {
  open: "كل من لديه بريد إلكتروني.",
  invited: "من دُعي إلى صفحة أو مساحة، أو لديه رابط تسجيل.",
  domains: "كل من لديه عنوان في هذه النطاقات:",
  closed: "لا أحد. يمكن لأصحاب الحسابات الحالية تسجيل الدخول.",
};
export const policyHint = "يحدده المتغير SIGNUP. ويمكن للمسؤولين المذكورين في الإعدادات إنشاء حساباتهم دائمًا.";
export const limits = "حدود هذا الموقع";
export const limitsHint = "تحددها المتغيرات. عند بلوغ حد يُرفض المحتوى الجديد، وتستمر القراءة والحذف وتسجيل الدخول.";
export const resources = {
  text: "النصوص",
  pages: "الصفحات",
  files: "الملفات",
  users: "الحسابات",
  mails: "رسائل البريد اليوم",
};
export const sizes = "قواعد البيانات";
export const sizesHint = "تحدد المنصة حجم كل منها، ولا يمكن رفع هذا الحد. ومن 95٪ فصاعدًا يُرفض المحتوى الجديد.";
export const stores = { main: "القاعدة الرئيسية", search: "قاعدة البحث", audit: "سجل التدقيق" };
export const used = "المستخدم";
export const limit = "الحد";
export const share = "النسبة";
export const forecast = "بمعدل النمو الحالي";
export const noLimit = "لا حد";
export const unknown = "لم يُقَس بعد";
export const fullIn = {
  one: "تمتلئ خلال شهر واحد",
  two: "تمتلئ خلال شهرين",
  few: "تمتلئ خلال # أشهر",
  many: "تمتلئ خلال # شهرًا",
  other: "تمتلئ خلال # شهر",
};
export const fullSoon = "تمتلئ خلال أقل من شهر";
export const noForecast = "لا توقع";
export const measured = (time: string) => `وقت القياس: ${time}.`;
export const invite = "دعوة أشخاص";
export const inviteHint = "تتطلب الحسابات الجديدة هنا دعوة. أرسل رابط تسجيل إلى من ليس لديه حساب.";
export const signUpLinks = "روابط التسجيل";
export const linksHint = "كل من لديه رابط يمكنه إنشاء حساب به إلى أن تنتهي مدته أو يُستنفد.";
export const days = "مدة الصلاحية بالأيام";
export const uses = "عدد الحسابات";
export const createLink = "إنشاء رابط";
export const linkReady = "يظهر الرابط الآن فقط. أرسله إلى من تريد دعوتهم.";
export const link = "رابط التسجيل";
export const copyLink = "نسخ الرابط";
export const linkCopied = "نُسخ الرابط.";
export const usedOf = (count: string, most: string) => `استُخدم ${count} من ${most}`;
export const until = (day: string) => `صالح حتى ${day}`;
export const revoke = "سحب";
export const revokeLink = (creator: string, day: string) => `سحب رابط ${creator} الصالح حتى ${day}`;
export const revoked = "سُحب الرابط.";
export const noLinks = "لا توجد روابط.";
