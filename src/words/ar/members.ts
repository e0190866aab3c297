/** العربية: أعضاء المساحة. */
export const members = "الأعضاء";
export const more = "أعضاء آخرون";
export const whoChanges = "يضيف مالك المساحة ومديروها الأعضاء ويزيلونهم.";
export const changed = (name: string) => `تغيّر وصول ${name}.`;
export const removed = (name: string) => `لم يعد ${name} عضوًا.`;
export const youLose = (pages: string, drive: string) =>
  `تفقد ${pages} من ${drive} وما شورك معك هناك. ولا يمكن أن يضيفك من جديد إلا المالك أو أحد المديرين.`;
export const loses = (name: string, pages: string) => `يفقد ${name} ${pages} من المساحة وما شورك معه هناك.`;
export const you = (name: string) => `${name} (أنت)`;
export const leave = "مغادرة";
export const leaveDrive = "مغادرة المساحة";
export const removeMember = "إزالة العضو";
export const runsDrive = "إدارة المساحة (مدير)";
export const admin = "مدير";
export const addMember = "إضافة عضو";
export const emailAddress = "البريد الإلكتروني";
export const add = "إضافة";
export const added = "تمت الإضافة.";
