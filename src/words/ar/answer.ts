/** Arabic: an agent's answer, and why there is none. */
export const hiddenPage = "صفحة لا يمكنك رؤيتها";
export const untitled = "بلا عنوان";
export const queued = "بانتظار الإجابة التي قبله";
export const thinking = "يعمل…";
export const resumed = "استؤنف بعد انقطاع";
export const fullness = (percent: string) => `استُخدم ${percent} من السياق`;
export const fullnessHint = "مقدار ما تملؤه هذه المحادثة مما يستطيع النموذج استحضاره.";
export const waitsFor = (name: string) => `بانتظار ${name}`;
export const waitsForAsker = "بانتظار صاحب السؤال";
export const changed = {
  one: "تغيّرت صفحة واحدة",
  two: "تغيّرت صفحتان",
  few: "تغيّرت # صفحات",
  other: "تغيّرت # صفحة",
};
export const undoAll = "تراجع عن الكل";
export const wasUndone = "تم التراجع";
export const stop = "إيقاف";
export const began = (agent: string) => `بدأ ${agent} الإجابة.`;
export const asks = (agent: string) => `يطلب ${agent} موافقتك.`;
export const ended = (agent: string) => `أجاب ${agent}.`;
export const endedBadly = (agent: string) => `لم يتمكن ${agent} من إكمال الإجابة.`;
export const wasStopped = (agent: string) => `أُوقف ${agent}.`;
export const errors = {
  model_gone: "لم يعد النموذج متاحًا. اختر غيره في إعدادات الوكيل، ثم اسأل مجددًا.",
  model_busy: "النموذج مشغول. اسأل مجددًا بعد بضع دقائق.",
  model_denied: "رفض مزوّد النموذج الوصول. اطلب من المسؤول التحقق من المفتاح.",
  model_rejected: "رفض النموذج هذه المحادثة. اسأل بطريقة أخرى، أو اختر نموذجًا آخر.",
  model_silent: "توقف النموذج عن الاستجابة. اسأل مجددًا.",
  model_garbled: "تعذّرت قراءة رد النموذج. اسأل مجددًا، أو اختر نموذجًا آخر.",
  answer_too_long: "صارت الإجابة طويلة جدًا. اطلب إجابة أقصر، أو جزءًا تلو آخر.",
  too_many_steps: "احتاجت الإجابة إلى خطوات كثيرة. ما أُنجز محفوظ. اطلب جزءًا تلو آخر.",
  timed_out: "استغرقت الإجابة وقتًا طويلًا. ما أُنجز محفوظ. اطلب جزءًا تلو آخر.",
  interrupted: "انقطعت الإجابة مرات كثيرة. ما أُنجز محفوظ. اسأل مجددًا.",
  limit_reached: "بُلغ حد الاستخدام. اسأل لاحقًا، أو اطلب من المسؤول رفعه.",
  rights_lost: "لم يعد صاحب السؤال قادرًا على الكتابة في هذه الصفحة، فانتهت الإجابة.",
  agent_hidden: "لا يستطيع بعض الحاضرين هنا رؤية صفحة الوكيل، لذلك لا يمكنه الإجابة هنا. شارك تلك الصفحة معهم.",
  approval_expired: "لم يوافق أحد في الوقت المحدد، فلم يُجرَ التغيير. اسأل مجددًا إن كنت ما زلت تريده.",
  internal: "حدث خطأ لدينا. ما أُنجز محفوظ. اسأل مجددًا.",
};
export const unavailable = {
  not_configured: "لم يُضبط أي نموذج هنا، لذلك لا يجيب أحد.",
  unknown_model: "لا يجيب أحد، لأن نموذج الوكيل غير متاح هنا. اختر غيره في إعداداته.",
  limit_reached: "لا يجيب أحد، لأن حد الاستخدام قد بُلغ. اسأل لاحقًا.",
  too_many_queued: "لا يجيب أحد عن هذا، لأن أسئلة كثيرة تنتظر. اسأل مجددًا بعد الإجابة عن بعضها.",
};
