/** العربية: التعليقات بجانب نص الصفحة. */
export const comments = "التعليقات";
export const openCount = {
  zero: "لا تعليقات مفتوحة",
  one: "تعليق مفتوح واحد",
  two: "تعليقان مفتوحان",
  few: "# تعليقات مفتوحة",
  many: "# تعليقًا مفتوحًا",
  other: "# تعليق مفتوح",
};
export const comment = "تعليق";
export const newComment = "تعليق جديد";
export const onWholePage = "على الصفحة كلها";
export const onCells = (cells: string) => `على ${cells}`;
export const onArea = "على جزء من الصورة";
export const area = (number: string) => `الجزء ${number}`;
export const onPage = (page: string, quote: string) => `الصفحة ${page}: «${quote}»`;
export const chooseArea = "اختيار جزء";
export const areaHint =
  "ارسم مستطيلًا على الصورة. بلوحة المفاتيح: الأسهم تحركه، وShift مع الأسهم تغيّر حجمه، وEnter للتأكيد.";
export const useArea = "تعليق على هذا الجزء";
export const commentOnPage = "تعليق على الصفحة كلها";
export const cancel = "إلغاء";
export const areaAt = (x: string, y: string, width: string, height: string) =>
  `${x} من اليسار، ${y} من الأعلى، العرض ${width}، الارتفاع ${height}`;
export const onQuote = (quote: string) => `على «${quote}»`;
export const write = "كتابة تعليق";
export const reply = "رد";
export const send = "تعليق";
export const commentBy = (name: string) => `تعليق من ${name}`;
export const suggestionBy = (name: string) => `اقتراح من ${name}`;
export const unread = "غير مقروء";
export const replies = { zero: "لا ردود", one: "رد واحد", two: "ردان", few: "# ردود", many: "# ردًا", other: "# رد" };
export const earlier = {
  one: "إظهار رد سابق",
  two: "إظهار ردين سابقين",
  few: "إظهار # ردود سابقة",
  many: "إظهار # ردًا سابقًا",
  other: "إظهار # رد سابق",
};
export const resolve = "إغلاق كمحلول";
export const reopen = "إعادة الفتح";
export const more = "إجراءات أخرى";
export const copyLink = "نسخ الرابط";
export const linkCopied = "نُسخ الرابط.";
export const follow = "إشعاري بالردود";
export const unfollow = "إيقاف إشعارات الردود";
export const linkTask = "إغلاقه عند إنجاز مهمة…";
export const unlinkTask = "إزالة الربط بالمهمة";
export const chooseTask = "اختيار مهمة";
export const noTasks = "لا توجد مهمة مفتوحة في هذه الصفحة. أضف واحدة أولًا.";
export const resolvesWithTask = "يُغلق عند إنجاز المهمة المرتبطة.";
export const remove = "حذف سلسلة التعليقات";
export const removeIt = "حذف";
export const removeAsked = "حذف هذه السلسلة؟";
export const goneForAll = "لن يتمكن أحد من قراءة تعليقاتها بعد ذلك.";
export const removeComment = "حذف هذا التعليق؟";
export const commentGone = "لن يتمكن أحد من قراءته بعد ذلك.";
export const deletedComment = "حُذف هذا التعليق.";
export const wasHere = "كان:";
export const readsNow = "الآن:";
export const detached = "حُذفت هذه الكلمات.";
export const lastLine = (line: string) => `كانت في السطر ${line}.`;
export const placeAgain = "وضعه على النص المحدد";
export const selectFirst = "حدد الكلمات في النص أولًا.";
export const selectToComment = "حدد نصًا أولًا، أو علّق على الصفحة كلها.";
export const tooLong = "حدد 1000 حرف على الأكثر.";
export const notOnText = "لا يمكن التعليق على هذا الجزء من الصفحة.";
export const resolvedBy = (name: string) => `أغلقه ${name}`;
export const closings = {
  resolved: "محلول",
  task: "أُغلق لأن مهمته أُنجزت",
  accepted: "مقبول",
  rejected: "مرفوض",
};
export const accept = "قبول";
export const reject = "رفض";
export const acceptAnyway = "قبول هذه الصيغة";
export const deletes = "حذف:";
export const inserts = "إدراج:";
export const replaces = "الاستبدال بـ:";
export const differs = "تغيّرت الكلمات منذ ذلك الحين. القبول يعطي:";
export const bothChanged = "غُيّرت الكلمات نفسها بطريقتين. عدّل النص، ثم ارفض هذا الاقتراح.";
export const refusals = {
  words_gone: "حُذفت كلمات هذا الاقتراح.",
  place_unsure: "تغيّر النص كثيرًا فلم يعد موضع هذا الاقتراح واضحًا.",
  overlaps: "غيّر اقتراح آخر الكلمات نفسها.",
};
export const acceptedAll = {
  zero: "لم يُقبل أي اقتراح.",
  one: "قُبل اقتراح واحد.",
  two: "قُبل اقتراحان.",
  few: "قُبلت # اقتراحات.",
  many: "قُبل # اقتراحًا.",
  other: "قُبل # اقتراح.",
};
export const filter = "عرض";
export const filters = { open: "مفتوحة", resolved: "محلولة", mine: "تعليقاتي", detached: "بلا موضع" };
export const counted = (name: string, count: string) => `${name} (${count})`;
export const none = {
  open: "لا تعليقات مفتوحة. حدد نصًا للتعليق عليه.",
  resolved: "لا تعليقات محلولة.",
  mine: "لم تعلّق على هذه الصفحة.",
  detached: "لكل تعليق موضعه في النص.",
};
export const noneToRead = "لا تعليقات مفتوحة.";
export const loadMore = "إظهار المزيد";
export const close = "إغلاق التعليقات";
export const showAll = "كل التعليقات";
export const added = "أُضيف التعليق.";
export const wasResolved = "أُغلق كمحلول.";
export const wasReopened = "أُعيد فتحه.";
export const noMore = "لا تعليقات مفتوحة في هذه الصفحة.";
export const draftKept = "نصك محفوظ على هذا الجهاز.";
export const notThere = "لم يعد هذا التعليق موجودًا.";
export const hasComments = "عليها تعليقات";
export const printWith = "الطباعة مع التعليقات";
export const numbered = (number: number) => `التعليق ${number}`;
