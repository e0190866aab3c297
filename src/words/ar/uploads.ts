/** العربية: رفع الملفات. */
export const uploads = "عمليات الرفع";
export const filesToUpload = "ملفات للرفع";
export const leaveAsked = "مغادرة هذه الصفحة؟";
export const notUploaded =
  "لا تزال هناك ملفات قيد الرفع. لن تُرفع إذا غادرت. ويُستأنف رفع الملف الكبير من حيث توقف إذا اخترته مرة أخرى.";
export const leave = "مغادرة";
export const uploaded = (name: string) => `رُفع «${name}».`;
export const filesUploaded = {
  one: "رُفع ملف واحد.",
  two: "رُفع ملفان.",
  few: "رُفعت # ملفات.",
  many: "رُفع # ملفًا.",
  other: "رُفع # ملف.",
};
export const uploadOf = (name: string) => `رفع ${name}`;
export const again = "إعادة المحاولة";
export const tryAgain = (name: string) => `إعادة محاولة رفع ${name}`;
export const cancel = "إلغاء";
export const cancelFile = (name: string) => `إلغاء ${name}`;
export const dismissFile = (name: string) => `إغلاق ${name}`;
export const starting = "جارٍ البدء…";
export const waiting = "في الانتظار";
export const finishing = "جارٍ الإنهاء…";
export const progress = (sent: string, size: string) => `${sent} من ${size}`;
export const againIn = (seconds: number) => `محاولة أخرى بعد ${seconds} ث`;
export const goesOn = "يتعذر الوصول إلى الخدمة. يستمر الرفع عند عودة الاتصال.";
export const dropHere = (where: string) => `أفلت الملفات هنا لرفعها إلى «${where}».`;
export const pause = "إيقاف مؤقت";
export const pauseFile = (name: string) => `إيقاف رفع ${name}`;
export const resume = "استئناف";
export const resumeFile = (name: string) => `استئناف رفع ${name}`;
export const paused = "متوقف مؤقتًا";
export const chooseFolder = "رفع مجلد";
export const unreadable = "تتعذر قراءة هذا العنصر. ربما يكون مجلدًا، أو نُقل من مكانه.";
