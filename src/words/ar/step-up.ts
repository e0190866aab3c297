/** العربية: تأكيد الهوية. */
export const title = "أكّد هويتك";
export const why = "يتطلب هذا تسجيل دخول حديثًا. لن تفقد شيئًا مما كتبته.";
export const sendLink = "أرسل رابطًا";
export const sendAgain = "أرسل رابطًا آخر";
export const sent = (email: string) => `افتح الرابط المرسل إلى ${email} في هذا المتصفح، ثم تتابع هذه الصفحة.`;
