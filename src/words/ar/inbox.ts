/** العربية: ما أُبلغ به المستخدم. */
export const markAllRead = "تعليم الكل كمقروء";
export const none = "تظهر هنا الإشارات إليك والصفحات المشاركة معك.";
export const older = "إشعارات أقدم";
export const newPrefix = "جديد: ";
export const earlier = {
  one: "إشعار سابق",
  two: "إشعاران سابقان",
  few: "# إشعارات سابقة",
  many: "# إشعارًا سابقًا",
  other: "# إشعار سابق",
};
export const remove = "إزالة";
export const removeOne = (title: string) => `إزالة «${title}»`;
export const answerRequest = "الرد على الطلب";
export const mute = "كتم";
export const mutePage = "كتم هذه الصفحة";
export const muteDrive = "كتم مساحتها";
export const muteDone = "كُتمت. يمكنك إلغاء الكتم في آخر هذه القائمة.";
export const muted = "المكتومة";
export const driveNamed = (name: string) => `${name} (مساحة)`;
export const unmute = "إلغاء الكتم";
export const unmuteOne = (name: string) => `إلغاء كتم ${name}`;
export const detail = "الإشعار المحدد";
export const markRead = "تعليم كمقروء";
export const settings = "إعدادات الإشعارات";
