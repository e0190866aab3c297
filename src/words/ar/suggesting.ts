/** العربية: وضع الاقتراح والاقتراحات في النص. */
export const suggesting = "الاقتراح";
export const started = "وضع الاقتراح مفعّل. لا يغيّر ما تكتبه الصفحة حتى يقبله شخص ما.";
export const howItWorks = "أنت تقترح تغييرات. لا تتغيّر الصفحة حتى يقبلها شخص ما.";
export const typeToSuggest = "عدّل النص لاقتراح تغييرات.";
export const counted = {
  zero: "# تغيير",
  one: "تغيير واحد",
  two: "تغييران",
  few: "# تغييرات",
  many: "# تغييرًا",
  other: "# تغيير",
};
export const comment = "أضف تعليقًا (اختياري)";
export const send = "اقترح";
export const discard = "تجاهل";
export const leave = "إيقاف الاقتراح";
export const discardTitle = "هل تريد تجاهل اقتراحاتك؟";
export const discardSentence = "ستُفقد التغييرات التي أجريتها هنا. تبقى الصفحة كما هي.";
export const nothing = "لا يوجد ما تقترحه بعد.";
export const sentCounted = {
  zero: "أُرسل # اقتراح.",
  one: "أُرسل اقتراح واحد.",
  two: "أُرسل اقتراحان.",
  few: "أُرسلت # اقتراحات.",
  many: "أُرسل # اقتراحًا.",
  other: "أُرسل # اقتراح.",
};
export const kept = "تبقى اقتراحاتك على هذا الجهاز حتى ترسلها أو تتجاهلها.";
export const left = "وضع الاقتراح متوقف.";
export const offer = "لديك اقتراحات لهذه الصفحة لم تُرسل بعد.";
export const goOn = "متابعة";
export const conflict = "غيّر شخص ما كلمات تقترح استبدالها. اقتراحك يستبدل الآن الكلمات الجديدة.";
export const too_many = "يمكنك اقتراح 500 تغيير على الأكثر دفعة واحدة. تجاهل بعضها أو تراجع عن آخرها.";
export const too_long = "يضيف أحد التغييرات أكثر من 10٬000 محرف. اجعله أقصر.";
export const removed = "محذوف: ";
export const newLine = "سطر جديد";
