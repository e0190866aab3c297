/** العربية: من في الصفحة، وهل هي محفوظة. */
export const saving = "جارٍ الحفظ…";
export const offline = "دون اتصال";
export const notSent = "لم يُرسل بعد";
export const viewOnly = "قراءة فقط";
export const lost = "غير متصل";
export const notSaved = "غير محفوظ";
export const about = "حالة الاتصال";
export const follow = (name: string) => `متابعة ${name}`;
export const here = (names: readonly string[]) => `هنا الآن: ${names.join("، ")}`;
export const someRefused = "لم يُحفظ بعض ما كتبته. افتح «غير محفوظ» أعلى النص لنسخه.";
export const copied = "تم النسخ.";
