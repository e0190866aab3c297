/** العربية: الرسائل وكتابتها. */
export const messages = "الرسائل";
export const earlier = "رسائل سابقة";
export const newest = "أحدث الرسائل";
export const none = "لا رسائل بعد.";
export const noneToBegin = "لا رسائل بعد. ابدأ المحادثة، واكتب @ للإشارة إلى شخص.";
export const unread = "جديد";
export const replies = "الردود";
export const left = "عضو سابق";
export const assistant = "المساعد";
export const messageOf = (name: string) => `رسالة من ${name}`;
export const edited = "معدّلة";
export const deleted = "حُذفت هذه الرسالة.";
export const write = "كتابة رسالة";
export const change = "تغيير الرسالة";
export const reply = "رد";
export const edit = "تحرير";
export const remove = "حذف";
export const cancel = "إلغاء";
export const send = "إرسال";
export const save = "حفظ";
export const sent = "أُرسلت.";
export const removeAsked = "حذف هذه الرسالة؟";
export const goneForAll = "لن يتمكن أحد من قراءتها بعد ذلك. تبقى الردود عليها.";
export const reactions = "التفاعلات";
export const react = "تفاعل";
export const reactionOf = (shown: string, names: string) => `${shown} من ${names}`;
export const reactWith = (emoji: string) => `تفاعل بـ ${emoji}`;
export const anotherEmoji = "رمز آخر";
export const typing = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} يكتب الآن…`
    : names.length === 2
      ? `${names.join(" و")} يكتبان الآن…`
      : "عدة أشخاص يكتبون الآن…";
export const attach = "إرفاق ملفات";
export const attachments = "الملفات المرفقة";
export const picture = "صورة";
export const actions = "إجراءات الرسالة";
export const copyText = "نسخ النص";
export const textCopied = "نُسخ النص.";
export const selectText = "تحديد النص";
export const removeFile = (file: string) => `إزالة ${file}`;
