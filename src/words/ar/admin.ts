/** العربية: الإدارة. */
export const overview = "نظرة عامة";
export const users = "المستخدمون";
export const auditLog = "سجل التدقيق";
export const partOfName = "جزء من اسم أو عنوان";
export const nameOrAddress = "الاسم أو العنوان";
export const find = "بحث";
export const nobody = "لا أحد في هذه الصفحة.";
export const nobodyFound = (text: string) => `لا يوجد اسم أو عنوان يتضمن «${text}».`;
export const person = "الشخص";
export const messages = "الرسائل";
export const storage = "التخزين";
export const model = "النموذج";
export const since = "منذ";
export const newest = "الصفحة الأولى";
export const nextPage = "الصفحة التالية";
export const admin = "مدير";
export const suspended = "موقوف";
export const whatTheyDid = "سجل نشاط الشخص";
export const whatOneDid = (name: string) => `سجل نشاط الشخص: ${name}`;
export const textIn = (size: string, pages: string) => `${size} من النصوص في ${pages}`;
export const pages = {
  one: "صفحة واحدة",
  two: "صفحتين",
  few: "# صفحات",
  other: "# صفحة",
};
export const ofFiles = (size: string) => `${size} من الملفات`;
export const noModel = "لا شيء";
export const thisIsYou = "هذا أنت";
export const letIn = "إلغاء الإيقاف";
export const letOneIn = (name: string) => `إلغاء إيقاف ${name}`;
export const suspend = "إيقاف";
export const suspendOne = (name: string) => `إيقاف ${name}`;
export const more = "المزيد";
export const moreAbout = (name: string) => `المزيد عن ${name}`;
export const copied = "نُسخ.";
export const suspendAsked = (name: string) => `إيقاف ${name}؟`;
export const suspendHint = "تنتهي كل الجلسات والأجهزة والروابط فورًا، ولا يمكن تسجيل الدخول حتى تلغي الإيقاف.";
export const reason = "السبب، لسجل التدقيق (يمكن تركه فارغًا)";
export const takeAdministratorRole = "سحب دور المدير";
export const makeAdministrator = "تعيين مديرًا";
export const exportAccount = "تصدير الحساب";
export const deleteAccount = "حذف الحساب";
export const exportHint =
  "يتضمن التصدير الحساب دون الصفحات أو الملفات أو الرسائل، ويُبلَّغ صاحبه بذلك عبر البريد الإلكتروني.";
export const makeAdministratorAsked = (name: string) => `تعيين ${name} مديرًا؟`;
export const makeAdministratorHint = "يرى المديرون كل المستخدمين وسجل التدقيق وكيفية استخدام الخدمة.";
export const takeRoleAsked = (name: string) => `سحب الدور من ${name}؟`;
export const takeRoleHint = "لن تكون لهذا الشخص أي صلاحية إدارية بدءًا من طلبه التالي، حتى إن ورد عنوانه في الإعدادات.";
export const takeRole = "سحب الدور";
export const accountExported = "صُدِّر الحساب.";
export const deleteAsked = (name: string) => `حذف ${name}؟`;
export const deleteHint =
  "لا يمكن التراجع عن ذلك. تتوقف فورًا كل عمليات الدخول بهذا الحساب. ويبقى ما كتبه صاحبه في مساحات الآخرين باسم مستخدم محذوف.";
export const showEverybody = "عرض الجميع";
export const version = (number: string) => `Octavo، الإصدار ${number}`;
