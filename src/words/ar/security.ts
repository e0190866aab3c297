/** العربية: أماكن تسجيل الدخول وإنهاؤها. */
export const whereSignedIn = "أين سُجّل دخولك";
export const staySignedIn = "أجهزة تبقى مسجلة الدخول";
export const signOut = "تسجيل الخروج";
export const signOutOf = (what: string) => `تسجيل الخروج من ${what}`;
export const signOutEverywhere = "تسجيل الخروج من كل مكان";
export const everywhereAsked = "تسجيل الخروج من كل مكان؟";
export const everywhereHint = "يُسجَّل الخروج من كل متصفح وجهاز، ومنها هذا الجهاز. وتظل رموز وصول الوكلاء تعمل.";
export const session = (address: string, began: string, seen: string) =>
  `${address}، بدأت: ${began}، آخر نشاط: ${seen}`;
export const unknownAddress = "عنوان غير معروف";
export const thisOne = "هذه الجلسة";
export const sessionOver = "انتهت تلك الجلسة.";
export const endAsked = (what: string) => `تسجيل خروج ${what}؟`;
export const endHint = "يُسجَّل أيضًا خروج الأجهزة التي أُضيفت في هذه الجلسة.";
export const alsoRevoke = {
  one: "إلغاء مفتاح المرور أو رمز الوصول الذي أُنشئ فيها أيضًا",
  other: "إلغاء مفاتيح المرور ورموز الوصول التي أُنشئت فيها أيضًا (#)",
};
export const device = (kind: string, began: string, used: string) =>
  `${kind}، تسجيل الدخول: ${began}، آخر استخدام: ${used}`;
export const web = "متصفح";
export const desktop = "حاسوب";
export const ios = "iPhone أو iPad";
export const android = "Android";
export const deviceSignedOut = (name: string) => `سُجّل الخروج من «${name}».`;
export const browserOn = (browser: string, system: string) => `${browser} على ${system}`;
export const unknownProgram = "برنامج غير معروف";
export const resetHint =
  "إذا كان من المحتمل أن يسجل غيرك الدخول باسمك: ينهي هذا كل الجلسات والأجهزة فورًا، ومنها هذا الجهاز، ويزيل مفاتيح المرور ويبطل رموز الوصول. تبقى صفحاتك وعنوانك كما هي، ويسجل رابط بالبريد دخولك من جديد.";
export const resetAsked = "إعادة تعيين بيانات الدخول؟";
export const resetSentence =
  "يُسجَّل الخروج من كل جلسة وجهاز، ومنها هذا الجهاز. وتُحذف مفاتيح المرور ورموز وصول الوكلاء نهائيًا. ثم تسجل الدخول من جديد برابط يصلك بالبريد.";
