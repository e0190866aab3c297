/** العربية: ما يحصل عليه تطبيق أو طرفية. */
import type { Inline } from "../inline.ts";

export const connect = (name: string) => `ربط ${name}`;
export const connectIt = (name: string) => `ربط ${name}؟`;
export const asks = (name: Inline, email: Inline) => [name, " يطلب العمل في Octavo باسمك، ", email, "، ضمن صلاحياتك."];
export const chooseDrive = "اختر مساحة واحدة على الأقل، أو اخترها كلها.";
export const staysFor = "يبقى متصلًا لمدة";
export const days = { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" };
export const allow = "السماح";
export const decline = "الرفض";
export const limits = "لا يمكنه تغيير من لديه وصول ولا تغيير حسابك. يمكنك إنهاء الاتصال من إعداداتك متى شئت.";
export const notVerified = "غير موثّق.";
export const anyApp = (lead: Inline) => [lead, " يمكن لأي تطبيق أن يسمّي نفسه بهذا الاسم."];
export const vouchedFor = (host: Inline) => ["يضمن هذا الاسم ", host, "."];
export const mixedLead = "تحقّق من الاسم جيدًا.";
export const mixedName = (lead: Inline) => [lead, " فهو يخلط حروفًا من كتابات مختلفة، وقد يقلّد اسمًا آخر."];
export const sharedHost = (host: Inline, suffix: Inline) => [
  host,
  " على استضافة مشتركة: يمكن لأي شخص أن يحصل على عنوان ينتهي بـ ",
  suffix,
  "، ولا يدل ذلك على من يدير التطبيق.",
];
export const toSite = (host: Inline) => ["عند السماح ستُنقل إلى ", host, ". ارفض إن لم تأتِ من هناك."];
export const toLoopback = "سيحصل برنامج على هذا الحاسوب على الوصول. ارفض إن لم تكن قد شغّلته بنفسك.";
export const toApp = (scheme: Inline) => [
  "سيحصل على الوصول البرنامج الذي يفتح روابط ",
  scheme,
  " على هذا الحاسوب. ارفض إن لم تكن قد شغّلته بنفسك.",
];
export const toTerminal = (code: Inline) => [
  "سيحصل على الوصول برنامج يعرض الرمز ",
  code,
  ". ارفض إن لم ترَ هذا الرمز في طرفية تخصّك، أيًّا كان من أرسله إليك.",
];
export const drives = "المساحات";
export const onlyThese = "هذه فقط";
export const allOfThem = "كل المساحات، بما فيها ما يُنشأ لاحقًا";
export const itMay = "الصلاحيات";
export const readAndWrite = "القراءة والكتابة";
export const onlyRead = "القراءة فقط";
export const mayRead = "يمكنه القراءة دون تغيير أي شيء.";
export const terminal = "ربط طرفية";
export const enterCode = "أدخل الرمز الذي تعرضه طرفيتك.";
export const noTerminal = "لا توجد طرفية تنتظر بهذا الرمز. تدوم الرموز 15 دقيقة: تحقّق مما إذا كانت تعرض رمزًا آخر.";
export const code = "الرمز";
export const goOn = "متابعة";
export const connected = "تم الربط";
export const declined = "تم الرفض";
export const backToTerminal = "عُد إلى طرفيتك: ستتابع من تلقاء نفسها.";
export const getsNothing = "لن تحصل طرفيتك على شيء. أغلق هذه الصفحة.";
export const whatHasAccess = "التطبيقات التي لديها وصول إلى حسابك";
export const ended = "انتهى هذا الطلب";
export const beginAgain =
  "لقد أُجيب عنه، أو لم يُجب عنه أحد في الوقت المناسب. ابدأ من جديد في التطبيق أو الطرفية التي أرسلتك إلى هنا.";
export const anotherCode = "إدخال رمز آخر";
export const cannotConnect = "لا يمكن لهذا التطبيق الاتصال";
export const notSentBack = "لم تُنقل إليه، لأن مكانه غير مؤكد.";
export const requestRefused = (name: Inline) => ["أرسلك ", name, " إلى هنا بطلب غير صالح."];
export const leadsBackTo = (host: Inline) => ["يؤدي رابط العودة إلى ", host, ". لا تتبعه إلا إذا أتيت من هناك."];
export const goBack = "العودة إلى التطبيق";
export const forDeveloper = (sentence: string) => `لمطوّر التطبيق: ${sentence}`;
