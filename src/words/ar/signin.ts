/** العربية: تسجيل الدخول والصفحات القائمة بذاتها. */
import type { Inline } from "../inline.ts";

export const signIn = "تسجيل الدخول";
export const tagline = "حيث يكتب الناس والوكلاء في الصفحة نفسها.";
export const linkInvalid = "لم يعد هذا الرابط صالحًا. يعمل كل رابط مرة واحدة ولمدة عشر دقائق. اطلب رابطًا جديدًا هنا.";
export const accessDenied = "أُلغي تسجيل الدخول. لم يتغير شيء.";
export const stateInvalid = "لم يبدأ تسجيل الدخول في هذا المتصفح، أو استغرق أكثر من عشر دقائق. حاول مرة أخرى.";
export const emailUnverified = "لم يتحقق مزود الخدمة من بريدك الإلكتروني، لذا لا يمكنه تسجيل دخولك هنا.";
export const providerUnavailable = "يتعذر الوصول إلى مزود الخدمة الآن. حاول بعد قليل أو اطلب رابطًا.";
export const accountSuspended = "هذا الحساب موقوف. تواصل مع أحد مسؤولي هذه الخدمة.";
export const signInFailed = "لم ينجح تسجيل الدخول. حاول مرة أخرى.";
export const againHint = "ما تنوي فعله يتطلب تسجيل دخول خلال آخر عشر دقائق.";
export const emailAddress = "البريد الإلكتروني";
export const sendLink = "أرسل لي رابطًا";
export const noPassword = "لا كلمة مرور: نرسل إليك رابطًا يسجل دخولك. والرابط الأول ينشئ حسابك.";
export const noPasswordForKnown = "لا كلمة مرور: نرسل إليك رابطًا يسجل دخولك.";
export const newByInvitation = "تتطلب الحسابات الجديدة دعوة.";
export const newAtDomains = (domains: string) => `الحسابات الجديدة للعناوين في ${domains} فقط.`;
export const newNever = "لا يمكن إنشاء حسابات جديدة هنا.";
export const invited = "وصلتك دعوة: تسجيل الدخول ينشئ حسابك.";
export const cannotSignUp = "لا يمكنك إنشاء حساب هنا بعد";
export const cannotSignUpInvited =
  "هذا الموقع مفتوح لمن تلقى دعوة. اطلب من أحد مستخدميه أن يشارك صفحة مع عنوانك أو أن يرسل إليك رابط تسجيل.";
export const cannotSignUpDomains = (domains: string) =>
  `هذا الموقع لمن لديه عنوان في ${domains}. إن كان لديك عنوان كهذا فسجّل الدخول به.`;
export const cannotSignUpClosed =
  "لا يقبل هذا الموقع حسابات جديدة. إن كان لديك حساب فهو بعنوان آخر: سجّل الدخول بذلك العنوان.";
export const cannotSignUpFull =
  "بلغ هذا الموقع الحد الأقصى للحسابات. اطلب من أحد المسؤولين توفير مكان ثم حاول مرة أخرى.";
export const nothingCreated = "لم يُنشأ شيء، ولم يُحفظ عنك سوى قيد في سجل التدقيق.";
export const signInOtherAddress = "تسجيل الدخول بعنوان آخر";
export const needsScript = "يحتاج Octavo إلى JavaScript، وهو معطل في هذا المتصفح.";
export const withPasskey = "تسجيل الدخول بمفتاح مرور";
export const lookIntoMail = (address: Inline) => [
  "افتح بريدك. إذا كان بإمكان ",
  address,
  " تسجيل الدخول هنا، فالرابط في طريقه إليك. يعمل مرة واحدة ولمدة عشر دقائق.",
];
export const developmentServer = (command: Inline) => [
  "هذا خادم تطوير: لا يُرسل أي بريد. تجد الرابط في نافذة الأوامر التي تشغّل ",
  command,
  ".",
];
export const noMail = "لا يرسل Octavo هذا أي بريد. اطلب من مسؤوليه رابط تسجيل دخول.";
export const linkOver = "لم يعد هذا الرابط صالحًا. يعمل كل رابط مرة واحدة ولمدة عشر دقائق.";
export const linkCommand = (command: Inline) => ["ينشئه المسؤولون بالأمر ", command, "."];
export const anotherAddress = "استخدام عنوان آخر";
export const continueWith = (provider: string) => `المتابعة باستخدام ${provider}`;
export const noPasskeyUsed = "لم يُستخدم أي مفتاح مرور. حاول مرة أخرى أو اطلب رابطًا.";
export const signingIn = "جارٍ تسجيل الدخول";
export const oneMoment = "لحظة من فضلك";
export const continueToOctavo = "المتابعة إلى Octavo";
export const signInAs = (email: string) => `تسجيل الدخول باسم ${email}؟`;
export const linkMadeFor = "أُنشئ هذا الرابط لهذا العنوان. إذا لم تطلبه، فأغلق هذه الصفحة.";
export const confirmAddress = "تأكيد عنوانك";
export const addressMoves = (email: Inline, name: Inline, present: string) => [
  email,
  " يصبح العنوان الذي يُسجَّل به الدخول إلى حساب ",
  name,
  ` بدلًا من ${present}. وتنتهي كل الجلسات الأخرى لهذا الحساب.`,
];
export const notYourAccount = "إذا لم يكن هذا حسابك، فأغلق هذه الصفحة: لن يتغير شيء.";
export const useAddress = "استخدام هذا العنوان";
export const addressConfirmed = "تم تأكيد العنوان";
export const signInFromNow = (email: Inline) => ["من الآن فصاعدًا تسجل الدخول باستخدام ", email, "."];
export const continueToSettings = "المتابعة إلى إعداداتك";
export const linkNotValid = "رابط غير صالح";
export const linkDoesNotWork = "هذا الرابط غير صالح";
export const nothingChanged =
  "لم يتغير شيء. يعمل كل رابط مرة واحدة ولمدة يوم، والأحدث فقط. اطلب رابطًا جديدًا من إعداداتك.";
export const goToSettings = "الانتقال إلى إعداداتك";
export const nothingHere = "الصفحة غير موجودة";
export const notForYou = "لا تملك حق الوصول";
export const slower = "طلبات كثيرة جدًا";
export const wentWrong = "حدث خطأ ما";
export const notFound = (address: Inline) => [
  "لا شيء في العنوان ",
  address,
  "، أو لم تُشارَك معك الصفحة. تحقّق من العنوان أو اسأل من أرسله إليك.",
];
export const goToDrive = "الانتقال إلى مساحتي";
export const request = (id: string) => `الطلب ${id}`;
export const needItFor = "لماذا تحتاج إلى الوصول؟ (اختياري)";
export const ownerSees = "إن وُجدت هذه الصفحة، يرى مالكها اسمك وعنوان بريدك الإلكتروني وهذه الرسالة.";
export const askForAccess = "طلب الوصول";
