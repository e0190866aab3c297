/** العربية: عارض ملفات PDF. */
export const pages = (title: string) => `صفحات ${title}`;
export const tools = "PDF";
export const page = "الصفحة";
export const ofPages = (count: string) => `من ${count}`;
export const pageName = "الصفحة #";
export const smaller = "تصغير";
export const larger = "تكبير";
export const fitWidth = "ملاءمة العرض";
export const percent = (scale: number) => `${scale}%`;
export const fullScreen = "ملء الشاشة";
export const opening = "جارٍ فتح ملف PDF…";
export const broken = "تعذّر عرض ملف PDF هذا. نزّله لفتحه في تطبيق آخر.";
export const locked = "ملف PDF هذا محمي بكلمة مرور.";
export const wrongPassword = "كلمة المرور غير صحيحة.";
export const password = "كلمة المرور";
export const unlock = "فتح";
