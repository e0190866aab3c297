/** العربية: قوائم الأشخاص والحقل الذي يبحث عنهم. */
export const canView = "القراءة";
export const canEdit = "القراءة والتحرير";
export const canShare = "القراءة والتحرير والمشاركة";
export const canAll = "كل شيء";
export const noAccess = "بلا وصول";
export const may = (verbs: readonly string[]) => `يمكنه ${verbs.join(" و")}`;
export const view = "القراءة";
export const edit = "التحرير";
export const share = "المشاركة";
export const erase = "الحذف";
export const mayDo = (name: string) => `ما يمكن أن يفعله ${name}`;
export const theyMay = "ما يُسمح به";
export const owner = "المالك";
export const remove = "إزالة";
export const removeOne = (name: string) => `إزالة ${name}`;
export const keep = "إبقاء";
/** As what is lost: the object of a sentence. */
export const pageCount = { one: "صفحة واحدة", two: "صفحتين", few: "# صفحات", other: "# صفحة" };
export const people = "الأشخاص";
export const nameOrAddress = "الاسم أو البريد الإلكتروني";
export const inDrive = "في هذه المساحة";
export const connection = "جهة اتصال";
export const byAddress = "بهذا العنوان";
export const userId = "معرّف المستخدم";
export const noneFound = "لم يُعثر على أحد. اكتب البريد الإلكتروني كاملًا، أو اطلب معرّف المستخدم، وهو مذكور في إعداداته.";
export const choose = "اختر شخصًا من القائمة.";
