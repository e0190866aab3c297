/** العربية: الانتقال بين المساحات. */
export const drives = "المساحات";
export const find = "البحث عن مساحة";
export const open = "الحالية";
export const yours = "مساحاتك";
export const shared = "مشاركة معك";
export const newDrive = "مساحة جديدة…";
export const newDriveCalled = (drive: string) => `مساحة جديدة «${drive}»…`;
export const name = "اسم المساحة الجديدة";
export const ownHint = "أنت مالكها. لا يراها أحد غيرك حتى تضيفه.";
export const make = "إنشاء المساحة";
export const back = "رجوع";
