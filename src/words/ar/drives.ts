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
export const place = "أين يوجد مستخدموها";
export const nearYou = "بالقرب منك";
export const placeHint = "التحرير المباشر أسرع هناك.";
export const places = {
  wnam: "غرب أمريكا الشمالية",
  enam: "شرق أمريكا الشمالية",
  sam: "أمريكا الجنوبية",
  weur: "أوروبا الغربية",
  eeur: "أوروبا الشرقية",
  apac: "آسيا والمحيط الهادئ",
  oc: "أوقيانوسيا",
  afr: "أفريقيا",
  me: "الشرق الأوسط",
};
export const placeOf = (location: string) => `التحرير المباشر أسرع قرب: ${location}`;
