/** العربية: الإعدادات. */
import type { Inline } from "../inline.ts";

export const settings = "الإعدادات";
export const onThisPage = "في هذه الصفحة";
export const profile = "الملف الشخصي";
export const look = "اللغة والمظهر";
export const language = "اللغة";
export const browserLanguage = "لغة المتصفح";
export const appearance = "المظهر";
export const system = "مظهر النظام";
export const light = "فاتح";
export const saveLook = "حفظ";
export const dark = "داكن";
export const density = "كثافة العرض على هذا الجهاز";
export const comfortable = "مريحة";
export const compact = "متراصة";
export const font = "خط المستندات على هذا الجهاز";
export const sans = "بدون زوائد";
export const serif = "بزوائد";
export const textWidth = "عرض المستندات على هذا الجهاز";
export const standard = "عادي";
export const wide = "واسع";
export const emailAddress = "البريد الإلكتروني";
export const passkeys = "مفاتيح المرور";
export const connections = "جهات الاتصال";
export const programs = "الوكلاء والبرامج";
export const storage = "التخزين";
export const signIns = "جلسات الدخول";
export const resetCredentials = "إعادة تعيين بيانات الدخول";
export const exportData = "تصدير";
export const deleteAccount = "حذف الحساب";
export const noTokens =
  "اسمح لـ Claude أو ChatGPT أو محرر أو برنامج نصي بقراءة صفحاتك وتحريرها، باسمك وفي حدود صلاحياتك.";
export const tokens = {
  one: "رمز وصول واحد يتيح لبرنامج أن يعمل باسمك.",
  two: "رمزا وصول يتيحان لبرامج أن تعمل باسمك.",
  few: "# رموز وصول تتيح لبرامج أن تعمل باسمك.",
  many: "# رمز وصول تتيح لبرامج أن تعمل باسمك.",
  other: "# رمز وصول تتيح لبرامج أن تعمل باسمك.",
};
export const connect = "ربط وكيل";
export const connectOrRevoke = "إدارة رموز الوصول";
export const choosePicture = "اختيار صورة";
export const chooseAnother = "اختيار صورة أخرى";
export const usePicture = "استخدام هذه الصورة";
export const removePicture = "إزالة الصورة";
export const pictureHint = "PNG أو JPEG أو GIF أو WebP، بحد أقصى 5 ميغابايت و4096 بكسل لكل ضلع.";
export const name = "الاسم";
export const username = "اسم المستخدم";
export const usernameHint = "من 3 إلى 30 خانة: حروف من a إلى z وأرقام وشرطات سفلية. يجب ألا يكون مستخدمًا من قبل.";
export const aboutYou = "نبذة عنك";
export const discoverable = "يمكن للآخرين العثور عليّ بالاسم";
export const saveProfile = "حفظ الملف الشخصي";
export const profileSaved = "حُفظ ملفك الشخصي.";
export const yourPicture = "صورتك";
export const chosenPicture = "الصورة التي اخترتها";
export const pictureTooLarge = "حجم هذه الصورة أكبر من 5 ميغابايت. اختر صورة أصغر.";
export const pictureUnreadable = "تتعذر قراءة هذه الصورة.";
export const signInWith = (address: Inline) => ["تسجل الدخول باستخدام ", address, "."];
export const waitingForProof = (address: Inline) => [
  address,
  " في انتظار الإثبات: افتح الرابط الذي أُرسل إليه. يعمل الرابط لمدة يوم، ولا يُعتد بالعنوان قبل ذلك.",
];
export const mailAgain = "إرسال الرابط مرة أخرى";
export const keepAddress = "الإبقاء على العنوان الحالي";
export const newAddress = "عنوان جديد";
export const newAddressHint = "نرسل رابطًا إليه ونُبلغ العنوان الحالي. وعند تأكيد الرابط تنتهي كل الجلسات الأخرى.";
export const addressStays = "لا يرسل هذا التثبيت أي بريد، فلا يمكن تأكيد عنوان جديد ولا تغيير هذا العنوان.";
export const changeAddress = "تغيير العنوان";
export const connectionsHint = "أشخاص تشارك معهم الصفحات كثيرًا. يرون بريدك الإلكتروني، وترى بريدهم.";
export const seeConnections = "عرض جهات الاتصال";
export const storageHint =
  "النصوص والصفحات هي ما في المساحات التي تملكها، أيًّا كان كاتبها. وما في سلة المهملات يُحتسب حتى يُحذف نهائيًا.";
export const text = "النصوص";
export const uploadedFiles = "الملفات التي رفعتها";
export const usedOf = (used: string, limit: string) => `${used} من ${limit}`;
export const usedFull = (used: string, limit: string) => `${used} من ${limit}: ممتلئ`;
export const exportYourData = "تصدير بياناتك";
export const exportHint =
  "أرشيف zip بما هو محفوظ عنك: حسابك وإعداداتك، والجلسات والأجهزة، والرسائل، والأذونات، والإشعارات، وإدخالات سجل التدقيق بصيغة JSON، وكل مساحة تملكها في تصدير خاص بها مع كل الملفات.";
export const savingData = "يحفظ متصفحك بياناتك.";
export const deleteHint =
  "يُحذف حسابك وكل ما في المساحات التي تختار حذفها حذفًا نهائيًا. وما كتبته في مساحات الآخرين يبقى فيها منسوبًا إلى مستخدم محذوف. صدّر بياناتك أولًا.";
export const deleteSentence =
  "لا يمكن التراجع عن هذا. تتوقف فورًا كل جلساتك وأجهزتك ومفاتيح مرورك ورموز وصولك. وما كتبته في مساحات الآخرين يبقى منسوبًا إلى مستخدم محذوف.";
export const notifications = "الإشعارات";
export const chooseNotifications = "اختر إشعاراتك";
export const notificationsHint = "اختر أنواع الإشعارات التي تصلك.";
