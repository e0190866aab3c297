/** العربية: إنشاء صفحة. */
export const untitled = "بلا عنوان";
export const title = "العنوان";
export const type = "النوع";
export const place = "المكان";
export const atTop = (drive: string) => `في أعلى ${drive}`;
export const underThisPage = "تحت هذه الصفحة";
export const under = (page: string) => `تحت ${page}`;
export const create = "إنشاء";
export const onlyTheyMake = "لا ينشئ الصفحات في هذه المساحة إلا من يديرونها.";
