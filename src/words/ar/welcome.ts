/** العربية: المساحة الأولى لمن ينضم. */
export const welcome = "مرحبًا بك";
export const yours = "هذه المساحة لك. لا يرى أحد غيرك ما تكتبه هنا حتى تشاركه.";
export const callYou = "بمَ يناديك الآخرون؟";
export const nameHint = "يظهر بجانب ما تكتبه. يمكنك تغييره في الإعدادات.";
export const begin = "البدء بثلاث صفحات نموذجية";
export const firstPage = "إنشاء الصفحة الأولى";
