/** العربية: أنواع الإشعارات التي يتلقاها المستخدم. */
export const title = "إعدادات الإشعارات";
export const hint = "اختر ما تريد أن تُشعَر به. ينطبق هذا على جميع أجهزتك.";
export const securityHint = "تُشعَر دائمًا بما يخص أمان حسابك.";
export const saved = "حُفظ.";
export const PAGE_SHARED = "شارك أحدهم صفحة معك";
export const PERMISSION_UPDATED = "تغيّرت صلاحياتك في صفحة";
export const PERMISSION_REVOKED = "فقدت الوصول إلى صفحة";
export const MENTION = "أشار إليك أحدهم أو أسند إليك مهمة";
export const CONNECTION_REQUEST = "طلب أحدهم الاتصال بك";
export const CONNECTION_ACCEPTED = "قبل أحدهم طلب الاتصال";
export const DRIVE_MEMBER_ADDED = "أُضفت إلى مساحة";
export const FILE_PROCESSED = "ملف استغرق وقتًا طويلًا أصبح جاهزًا";
export const FILE_FAILED = "تعذّرت قراءة ملف";
export const ACCESS_REQUEST = "طلب أحدهم الوصول إلى صفحة";
export const ACCESS_DECLINED = "رُفض طلبك للوصول";
