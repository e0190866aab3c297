/** العربية: رسائل البريد الإلكتروني. */
import type { Notice } from "../../kernel/job.ts";
import type { Contact, Invitation, NoticeWords } from "../en/mail.ts";

export const signIn = "تسجيل الدخول إلى Octavo";
export const signInText = (link: string) =>
  `افتح هذا الرابط لتسجيل الدخول إلى Octavo. يعمل مرة واحدة ولمدة عشر دقائق.\n\n${link}\n\nإذا لم تطلبه، فتجاهل هذه الرسالة.\n`;
export const confirmAddress = "تأكيد عنوانك الجديد في Octavo";
export const confirmAddressText = (link: string) =>
  `يريد شخص تسجيل الدخول إلى حسابه في Octavo بهذا العنوان. إذا كنت أنت، فافتح هذا الرابط خلال يوم وأكّد العنوان.\n\n${link}\n\nإذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغير شيء.\n`;
export const contact = (subject: string) => `Octavo: ${subject}`;
export const contactText = ({ name, email, origin, message }: Contact) =>
  `رسالة من ${name} <${email}> عبر نموذج التواصل في ${origin}:\n\n${message}\n`;
export const accountDeleted = "حُذف حسابك في Octavo";
export const accountDeletedText = (origin: string) =>
  `حُذف حسابك في ${origin} بطلب من شخص كان مسجلًا الدخول باسمك. لا يمكن التراجع عن ذلك.\n\nإذا لم تكن أنت من طلب ذلك، فراسل أحد مديري ${origin}.\n`;
export const accountDeletedByAdministratorText = (origin: string) =>
  `حذف أحد مديري ${origin} حسابك. تواصل معه لمعرفة السبب.\n`;

const notYou = (origin: string) =>
  `إذا لم تكن أنت من فعل ذلك، فسجّل الدخول وأعد تعيين بيانات الدخول في ${origin}/settings ليُنهي ذلك كل الجلسات ومفاتيح المرور ورموز الوصول.`;

export const notices: Readonly<Record<Notice, NoticeWords>> = {
  passkey_added: {
    subject: "أُضيف مفتاح مرور إلى حسابك في Octavo",
    text: (origin) => `من الآن فصاعدًا يمكن لمفتاح مرور جديد تسجيل الدخول إلى حسابك.\n\n${notYou(origin)}\n`,
  },
  passkey_removed: {
    subject: "أُزيل مفتاح مرور من حسابك في Octavo",
    text: (origin) => `لم يعد أحد مفاتيح مرورك يسجل الدخول إلى حسابك.\n\n${notYou(origin)}\n`,
  },
  device_added: {
    subject: "أُضيف جهاز إلى حسابك في Octavo",
    text: (origin) =>
      `أُضيف جهاز إلى حسابك، ويمكنه البقاء مسجل الدخول حتى سنة. تجد أجهزتك في ${origin}/settings.\n\n${notYou(origin)}\n`,
  },
  token_added: {
    subject: "لدى وكيل أو تطبيق وصول إلى حسابك في Octavo",
    text: (origin) =>
      `أُنشئ في حسابك رمز لوكيل أو تطبيق. ترى ما يُسمح له به وتلغيه في ${origin}/settings/connect.\n\n${notYou(origin)}\n`,
  },
  device_reuse: {
    subject: "سُجّل خروج أحد الأجهزة من حسابك في Octavo",
    text: (origin) =>
      `استُخدمت بيانات دخول أحد أجهزتك مرتين، لذا قد تكون نسخة منها لدى غيرك. سُجّل خروج الجهاز. سجّل الدخول عليه من جديد.\n\n${notYou(origin)}\n`,
  },
  email_changing: {
    subject: "عنوانك في Octavo على وشك أن يتغير",
    text: (origin) =>
      `طلب شخص مسجل الدخول باسمك تغيير عنوان حسابك. إلى أن يُؤكَّد العنوان الجديد، تسجل الدخول بهذا العنوان.\n\n${notYou(origin)}\n`,
  },
  email_changed: {
    subject: "تغيّر عنوانك في Octavo",
    text: (origin) =>
      `أصبح لحسابك عنوان جديد، ولم يعد هذا العنوان يسجل الدخول إليه. وانتهت كل الجلسات الأخرى.\n\nإذا لم تكن أنت من فعل ذلك، فراسل أحد مديري ${origin} فورًا.\n`,
  },
  credentials_reset: {
    subject: "أُعيد تعيين بيانات دخولك إلى Octavo",
    text: (origin) =>
      `سُجّل خروج كل الجلسات والأجهزة، وأُبطلت كل مفاتيح مرورك ورموز وصولك. سجّل الدخول برابط يصل بالبريد الإلكتروني في ${origin}/signin\n\nإذا لم تكن أنت من فعل ذلك، فسجّل الدخول الآن وراجع إعداداتك.\n`,
  },
  account_exported: {
    subject: "صُدّرت بيانات حسابك في Octavo",
    text: (origin) =>
      `صدّر أحد مديري ${origin} ما هو محفوظ عن حسابك: الملف الشخصي والجلسات والأجهزة وما يخصك في سجل التدقيق. ولا يشمل ذلك صفحاتك ورسائلك وملفاتك. تواصل معه لمعرفة السبب.\n`,
  },
  account_suspended: {
    subject: "أُوقف حسابك في Octavo",
    text: (origin) => `أوقف أحد مديري ${origin} حسابك، فلا يمكن لأحد تسجيل الدخول إليه. تواصل معه لمعرفة السبب.\n`,
  },
};

export const invitation = (inviter: string, isPage: boolean) =>
  isPage ? `شارك ${inviter} صفحة معك في Octavo` : `دعاك ${inviter} إلى مساحة في Octavo`;
export const invitationText = ({ inviter, inviterEmail, name, isPage, days, origin, link }: Invitation) =>
  `${isPage ? "شارك صفحة معك" : "دعاك إلى مساحة"} ${inviter} (${inviterEmail})${name === null ? "" : `: «${name}»`}.\n\nافتحها من هنا. الدعوة لهذا العنوان وحده، ويمكن قبولها خلال ${days} يومًا.\n\n${link}\n\nأُرسلت هذه الرسالة من ${origin}. إذا كنت لا تعرف ${inviterEmail} فتجاهلها، ولن يحدث شيء.\n`;
