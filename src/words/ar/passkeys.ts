/** العربية: مفاتيح المرور الخاصة بالحساب. */
export const hint =
  "يسجل مفتاح المرور دخولك بقفل شاشة جهازك أو بمفتاح أمان، دون انتظار البريد. ويظل رابط البريد الإلكتروني يعمل.";
export const none = "ليس لديك مفتاح مرور بعد.";
export const newPasskey = "مفتاح مرور جديد";
export const whatName = "الاسم";
export const whereKept = "أين تحتفظ به";
export const add = "إضافة مفتاح مرور";
export const unsupported = "لا يستطيع هذا المتصفح إنشاء مفاتيح مرور.";
export const used = (place: string, added: string, last: string) => `${place}، أُضيف: ${added}، استُخدم: ${last}`;
export const neverUsed = (place: string, added: string) => `${place}، أُضيف: ${added}، لم يُستخدم قط`;
export const oneDevice = "على جهاز واحد";
export const synced = "متزامن";
export const notSynced = "لم يتزامن بعد";
export const copied = (time: string) => `ربما استُخدمت نسخة منه (${time}). أزله ما لم تكن تعرف السبب.`;
export const remove = "إزالة";
export const removeOne = (name: string) => `إزالة ${name}`;
export const removeAsked = "إزالة مفتاح المرور؟";
export const removeHint = (name: string) => `لن يسجل «${name}» دخولك بعد ذلك. أما رابط البريد الإلكتروني فيعمل دائمًا.`;
export const removed = (name: string) => `أُزيل «${name}».`;
export const noneMade = "لم يُنشأ أي مفتاح مرور.";
export const already = "على ذلك الجهاز أو مفتاح الأمان مفتاح مرور لك من قبل.";
