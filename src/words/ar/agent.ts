/** Arabic: the settings of a chat's agent. */
export const title = "إعدادات الوكيل";
export const notYet = "لا يجيب هنا أي وكيل بعد. تُحفظ هذه الإعدادات إلى ذلك الحين.";
export const prompt = "التعليمات";
export const promptHint = "يُرسل إلى النموذج قبل المحادثة.";
export const provider = "المزوّد";
export const model = "النموذج";
export const tools = "الأدوات";
export const toolsHint = "ما يجوز للوكيل فعله بالصفحات، وفق صلاحيات من يسأله دائمًا.";
export const save = "حفظ";
export const saved = "حُفظت إعدادات الوكيل.";
