/** العربية: رموز وصول البرامج. */
import type { Inline } from "../inline.ts";

export const connectedApp = "تطبيق مرتبط";
export const usedBy = (program: string) => `يستخدمه ${program}`;
export const revoke = "إبطال";
export const revokeOne = (name: string) => `إبطال ${name}`;
export const remove = "إزالة";
export const noCall = "لا استدعاء بعد";
export const lastUsed = (time: string) => `آخر استدعاء: ${time}`;
export const lastCall = (time: string, what: Inline) => [`آخر استدعاء: ${time}، `, what, "، ناجح"];
export const refusedCall = (time: string, what: Inline, code: string) => [
  `آخر استدعاء: ${time}، `,
  what,
  `، مرفوض (${code})`,
];
export const connect = "ربط";
export const allDrives = "كل المساحات";
export const noDrive = "لم تبق أي مساحة";
export const listed = (drives: readonly string[]) => drives.join("، ");
export const reads = "قراءة فقط";
export const writes = "قراءة وكتابة";
export const shares = "قراءة وكتابة ومشاركة";
export const reach = (drives: string, may: string) => `${drives}، ${may}`;
export const reachUntil = (drives: string, may: string, day: string) => `${drives}، ${may}، حتى ${day}`;
export const reachEnded = (drives: string, may: string, day: string) => `${drives}، ${may}، انتهى في ${day}`;
