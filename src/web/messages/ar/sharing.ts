/** العربية: مشاركة الصفحة وطلب ذلك. */
import type { Inline } from "../inline.ts";

export const share = "مشاركة";
export const shareWith = "المشاركة مع";
export const sharedWith = (name: string) => `تمت المشاركة مع ${name}.`;
export const withAccess = "الأشخاص الذين لديهم وصول";
export const onlySee = "يمكنك رؤية من لديه وصول، لا تغيير ذلك.";
export const copyLink = "نسخ الرابط";
export const linkCopied = "نُسخ الرابط.";
export const linkHint = "يُفتح للأشخاص أعلاه؛ ويمكن للآخرين طلب الوصول.";
export const noAccount = (address: string) =>
  `لم يسجل أحد الدخول بالعنوان ${address} بعد. أرسل إليه الرابط: يمكنه طلب الوصول بعد تسجيل الدخول.`;
export const changed = (name: string, level: string) => `${name}: ${level}.`;
export const removed = (name: string) => `لم يعد لدى ${name} وصول خاص به.`;
export const removeAccess = "إزالة الوصول";
export const keeps = (name: string, level: string) => `يحتفظ ${name} بما لديه من المستوى الأعلى: ${level}.`;
export const hasNone = (name: string) => `ليس لدى ${name} وصول، ولن يحصل عليه بهذا.`;
export const losesPage = (name: string) => `يفقد ${name} هذه الصفحة.`;
export const losesBelow = (name: string, pages: string) => `يفقد ${name} هذه الصفحة و${pages} تحتها.`;
export const losesMany = (name: string, pages: string) => `يفقد ${name} هذه الصفحة و${pages} أو أكثر تحتها.`;
export const fromAbove = "من المستوى الأعلى";
export const memberOf = (drive: Inline) => ["عضو في ", drive];
export const from = (page: Inline) => ["من ", page];
export const whoAsks = "من يطلبون الوصول";
export const asks = (name: string) => `يطلب ${name} الوصول`;
export const answer = (name: string) => `الرد على ${name}`;
export const giveViewing = "السماح بالقراءة";
export const giveEditing = "السماح بالتحرير";
export const decline = "رفض";
export const theyView = "يمكنه قراءة الصفحة.";
export const theyEdit = "يمكنه تحرير الصفحة.";
export const declined = "رُفض الطلب.";
export const youMayEdit = "يمكنك الآن تحرير هذه الصفحة.";
export const youMayRead = "يمكنك قراءة هذه الصفحة، لكن لم يعد بإمكانك تحريرها.";
export const haveAccess = "لديه وصول بالفعل.";
