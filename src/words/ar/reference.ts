/** العربية: مرجع واجهة HTTP. */
import type { Inline } from "../inline.ts";

export const title = "مرجع واجهة البرمجة";
export const about = (description: string, version: string, link: Inline) => [
  `${description} الإصدار ${version}. والمحتوى نفسه كمستند: `,
  link,
  ".",
];
export const sections = "الأقسام";
export const credential = (names: string) => `وسيلة الإثبات: ${names}.`;
export const none = "لا شيء";
export const either = (names: readonly string[]) => names.join(" أو ");
export const required = "، إلزامي";
export const body = "المحتوى";
export const answer = (status: string) => `الإجابة ${status}`;
export const notJson = "ليس JSON";
