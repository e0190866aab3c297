/** العربية: ما يعرضه رابط الدعوة. */
export const title = "دعوة";
export const toPage = (inviter: string, page: string) => `شارك ${inviter} «${page}» معك`;
export const toDrive = (inviter: string, drive: string) => `دعاك ${inviter} إلى المساحة «${drive}»`;
export const forAddress = (email: string) =>
  `هذه الدعوة للعنوان ${email}. سنرسل إليه رابط تسجيل الدخول، وإن لم يكن له حساب فالرابط ينشئه.`;
export const forKnownAddress = (email: string) =>
  `هذه الدعوة للعنوان ${email}. إن كان له حساب فسنرسل إليه رابط تسجيل الدخول. ولا يمكن لكل عنوان إنشاء حساب هنا.`;
export const forAddressNoMail = (email: string) =>
  `هذه الدعوة للعنوان ${email}. لا يرسل Octavo هذا أي بريد: إن كان هذا عنوانك وليس لديك مفتاح مرور، فاطلب من المسؤولين رابط تسجيل دخول له، ثم افتح هذا الرابط مجددًا.`;
export const signedInFor = (email: string) => `سجّلت الدخول بالعنوان ${email}.`;
export const continueAs = (email: string) => `المتابعة بالعنوان ${email}`;
export const open = "فتح";
export const sentTitle = "راجع بريدك";
export const sent = (email: string) =>
  `رابط تسجيل الدخول في طريقه إلى ${email}. يعمل مرة واحدة ولمدة عشر دقائق، ويفتح ما شورك معك.`;
export const otherAddress = (email: string, mine: string) =>
  `هذه الدعوة للعنوان ${email}، وأنت مسجّل الدخول بالعنوان ${mine}. سجّل الدخول بالعنوان الآخر لقبولها، أو اطلب دعوة إلى عنوانك.`;
export const signInOther = "تسجيل الدخول بالعنوان الآخر";
export const overTitle = "لم تعد هذه الدعوة صالحة";
export const over =
  "انتهت مدتها أو سُحبت أو حلّت محلها دعوة أحدث، أو لم يعد بإمكان مرسلها مشاركة هذا. اطلب منه دعوة جديدة. وإن كنت قبلتها من قبل فسجّل الدخول لتجد ما شورك معك.";
export const toInstance = (inviter: string) => `دعاك ${inviter} إلى Octavo`;
export const toInstanceHint = "سجّل الدخول ببريدك الإلكتروني فيُنشأ حسابك. يعمل الرابط في هذا المتصفح لمدة ساعة.";
export const goToSignIn = "الانتقال إلى تسجيل الدخول";
export const linkOver =
  "انتهت مدتها أو سُحبت أو استُخدمت أقصى عدد من المرات. اطلب دعوة جديدة ممن أرسلها إليك. وإن كان لديك حساب فسجّل الدخول.";
export const goOn = "الانتقال إلى Octavo";
