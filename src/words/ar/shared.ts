/** العربية: ما شورك مع المستخدم. */
import type { Inline } from "../inline.ts";

export const lead = "صفحات شاركها آخرون معك.";
export const none = "لم يُشارَك معك شيء بعد. ستظهر هنا الصفحات التي يشاركها الآخرون معك.";
export const more = "صفحات أخرى";
export const by = (name: string) => `من ${name}`;
export const mayComment = "يمكن التعليق";
export const mayEdit = "يمكن التحرير";
export const viewOnly = "للعرض فقط";
export const ownDrive = (drive: Inline) => ["لكتابة صفحاتك الخاصة افتح مساحتك ", drive, "."];
