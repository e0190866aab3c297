/** العربية: ما يلزم معرفته عن اتصال الصفحة، ومتابعة شخص. */
export const begin = "يمكنك بدء الكتابة. يُحفظ ما تكتبه عند اتصال الصفحة.";
export const beginUnjoined = "ما تكتبه يبقى في علامة التبويب هذه، ويُحفظ عند اتصال الصفحة.";
export const saved = "كل شيء محفوظ. ما تكتبه يُحفظ أثناء الكتابة.";
export const saving = "يجري حفظ آخر تغييراتك.";
export const offline = "ما تكتبه يبقى على هذا الجهاز، ويُحفظ عند عودة الاتصال. يمكنك متابعة الكتابة.";
export const offlineUnjoined = "ما تكتبه يبقى في علامة التبويب هذه. اتركها مفتوحة: سيُحفظ عند عودة الاتصال.";
export const readOnly = "يمكنك قراءة هذه الصفحة، لا تغييرها. اطلب الإذن من مالكها إذا احتجت إلى الكتابة هنا.";
export const savedByRequest =
  "لا يمر التحرير المباشر عبر هذه الشبكة. كل شيء محفوظ. ترى أنت والآخرون ما تكتبونه بعد بضع ثوانٍ.";
export const savingByRequest = "لا يمر التحرير المباشر عبر هذه الشبكة. ما تكتبه يُحفظ كل بضع ثوانٍ.";
export const refusedByRequest = "لا يمكن حفظ تغييراتك في هذه الصفحة. انسخ آخر ما كتبته قبل إغلاق علامة التبويب هذه.";
export const signedOut = "لقد سُجّل خروجك. كل ما كتبته محفوظ. سجّل الدخول مجددًا للمتابعة.";
export const signedOutUnsaved = "لقد سُجّل خروجك. آخر ما كتبته موجود أدناه وعلى هذا الجهاز. سجّل الدخول مجددًا لحفظه.";
export const gone = "هذه الصفحة في سلة المهملات أو حُذفت.";
export const noAccess = "لم يعد لديك وصول إلى هذه الصفحة.";
export const withUnsaved = (what: string) => `${what} بعض ما كتبته غير محفوظ: انسخه من الأسفل.`;
export const refusals = {
  read_only: "لم يعد بإمكانك الكتابة هنا حين وصل هذا النص.",
  update_invalid: "لم تتمكن الصفحة من قبول هذا النص.",
  payload_too_large: "كانت الصفحة ستصبح كبيرة جدًا مع هذا النص.",
  quota_exceeded: "لا تتسع المساحة لهذا النص.",
};
export const neverReached = "لم يصل هذا النص إلى الصفحة قط.";
export const unplaced = "هذا النص ينتظر الحفظ أيضًا. يُدرج في مكانه عندما يمكن الوصول إلى الصفحة.";
export const unsaved = "هذا النص غير محفوظ.";
export const copy = "نسخ";
export const discard = "تجاهل";
export const signInAgain = "تسجيل الدخول مجددًا";
export const tryNow = "المحاولة الآن";
export const toolChanged = (tool: string) => `غيّر ${tool} هذه الصفحة.`;
export const toolWrote = (tool: string) => `غيّر ${tool} هذه الصفحة. للتراجع عن ذلك، افتح حالة الصفحة.`;
export const undoTool = (tool: string) => `التراجع عن تغييرات ${tool}`;
export const names = (all: readonly string[]) => all.join(" و");
export const namesAndOthers = (first: readonly string[], others: string) => `${first.join(" و")} و${others}`;
export const others = { two: "آخران", few: "# آخرون", other: "# آخر" };
export const came = (who: string) => `انضم إلى الصفحة: ${who}.`;
export const went = (who: string) => `غادر الصفحة: ${who}.`;
export const following = (name: string) => `تتابع ${name}`;
export const stop = "إيقاف";
export const leftPage = (name: string) => `غادر ${name} الصفحة.`;
