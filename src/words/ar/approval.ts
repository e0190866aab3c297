/** Arabic: approving and undoing an agent's changes. */
export const title = (action: string) => `هل تسمح بهذا؟ ${action}`;
export const reasons = {
  trash: "تُنقل صفحات إلى سلة المهملات. يمكنك استعادتها من هناك.",
  revert: "تعود صفحة إلى نسخة سابقة، وتُستبدل التغييرات اللاحقة.",
  move_between_drives: "تُنقل صفحات إلى مساحة أخرى يصل إليها أشخاص آخرون.",
  other_drive: "يمس هذا مساحة خارج هذه المحادثة.",
  post_elsewhere: "تُنشر رسالة باسمك في محادثة أخرى.",
  many_pages: "تتغيّر صفحات كثيرة دفعة واحدة.",
  rewrite: "يُزال جزء كبير من نص صفحة أو يُستبدل.",
  read_outsiders: "قرأت الإجابة نصًا لأشخاص لا يمكنهم إجراء هذا التغيير بأنفسهم.",
  every_write: "يسأل هذا الوكيل قبل كل تغيير.",
  hidden_from_readers: "قد يظهر ما يقرؤه الوكيل في إجابته التي يستطيع كل من في هذه المحادثة قراءتها.",
  hidden_from_target: "قرأت الإجابة صفحات لا يستطيع رؤيتها بعض من سيقرؤون هذا التغيير.",
};
export const pages = "الصفحات";
export const newPages = "صفحات جديدة";
export const text = "النص";
export const hiddenFrom = (count: string, names: string) =>
  `${count} ممن يقرؤون هذه المحادثة لا يمكنهم رؤية هذا: ${names}`;
export const people = { one: "شخص واحد", two: "شخصان", few: "# أشخاص", other: "# شخصًا" };
export const others = { one: "شخص آخر", two: "شخصان آخران", few: "# آخرون", other: "# آخرون" };
export const diffOf = (page: string) => `التغييرات في ${page}`;
export const added = "أُضيف:";
export const removed = "أُزيل:";
export const until = (time: string) => `يمكنك الرد حتى ${time}.`;
export const no = "ليس الآن";
export const once = "السماح مرة واحدة";
export const further = "السماح بتعديلات أخرى في هذه الإجابة";
export const changedSince = "تغيّر هذا، أو لم يعد بانتظارك. هذه حالته الآن.";
export const undoTitle = "التراجع عن هذه الإجابة؟";
export const undoSentence = "يُتراجع عن كل ما غيّرته هذه الإجابة. ويبقى ما كتبه الآخرون منذ ذلك الحين.";
export const undo = "تراجع";
export const undone = "تم التراجع عنه";
export const kept = "بقي، لأنه استُخدم منذ ذلك الحين أو لم يبقَ منه شيء";
export const failed = "لم يتم التراجع عنه. حاول مجددًا";
export const nothing = "لم يكن هناك ما يُتراجع عنه.";
export const finished = "تم التراجع عن الإجابة.";
export const partly = "تم التراجع عن جزء من الإجابة.";
export const effects = {
  text: "نص",
  created: "صفحة جديدة",
  moved: "موضع",
  trashed: "نُقلت إلى سلة المهملات",
  restored: "استُعيدت من سلة المهملات",
  posted: "رسالة",
  renamed: "العنوان أو المظهر",
};
