/** العربية: ما ترفضه الخدمة. */
import type { Sentence } from "../en/refusals.ts";
import { plural } from "../plural.ts";
import { type General, type Refusal, type Said, sayWith } from "../refusal.ts";

const changedMeanwhile = "تغيّر هذا في أثناء ذلك. أعد تحميله وكرر ما فعلته.";
const restoreFirst = (what: string) => `هذه الصفحة في سلة المهملات. استعدها ${what}.`;
const onlyAdmins = (what: string) => `لا يمكن إلا لمالك المساحة ومديريها ${what}.`;
const allRights = "المالك لديه كل الصلاحيات بالفعل.";
const lastAdministrator = "هذا هو المدير الوحيد. امنح الدور لشخص آخر أولًا.";
const divide = "قسّم الأرشيف.";

export const sentences: Readonly<Record<Sentence, Said>> = {
  "You do not have permission to do this.": "لا يمكنك فعل هذا.",
  "You can view this page but not edit it.": "يمكنك قراءة هذه الصفحة دون تغييرها.",
  "You can view this page but not comment on it.": "يمكنك قراءة هذه الصفحة دون التعليق عليها.",
  "Only the author of a comment can delete it.": "لا يمكن حذف التعليق إلا لكاتبه.",
  "These words are no longer in the page.": "لم تعد هذه الكلمات موجودة في الصفحة.",
  "This suggestion was accepted. Make another one.": "قُبل هذا الاقتراح بالفعل. قدّم اقتراحًا آخر.",
  "You do not have permission to delete this page.": "لا يمكنك حذف هذه الصفحة.",
  "You do not have permission to restore this page.": "لا يمكنك استعادة هذه الصفحة.",
  "You do not have permission to permanently delete this page.": "لا يمكنك حذف هذه الصفحة نهائيًا.",
  "You do not have access to some of its subpages, so you cannot delete all of it. Ask the owner or an admin of the drive.":
    "يوجد تحتها ما هو محجوب عنك، لذا لا يمكنك حذفها كلها. تواصل مع مالك المساحة أو أحد مديريها.",
  "Only the drive's owner and users who may share this page can do this.":
    "لا يمكن فعل هذا إلا لمالك المساحة أو لمن يمكنه مشاركة هذه الصفحة.",
  "You can only grant or remove rights that you have yourself.": "لا يمكنك منح صلاحية أو سحبها إن لم تكن لديك.",
  "Moving the page there would give you rights to it that you do not have now.":
    "نقل الصفحة إلى هناك يمنحك صلاحيات عليها ليست لديك، لذا لا يمكنك نقلها.",
  "Moving it there would give another user rights to it that you do not have yourself.":
    "النقل إلى هناك يمنح شخصًا صلاحيات ليست لديك، لذا لا يمكنك ذلك.",
  "You cannot change your own rights.": "لا يمكنك تغيير صلاحياتك بنفسك.",
  "The drive's owner already has all rights.": allRights,
  "The owner already has all rights.": allRights,
  "The rights of a drive's owner cannot be changed.": "يحتفظ مالك المساحة بكل الصلاحيات.",
  "The owner cannot leave their drive.": "لا يمكن للمالك مغادرة مساحته.",
  "This person is already a member. Change their membership instead.": "هذا الشخص عضو بالفعل. غيّر عضويته بدلًا من ذلك.",
  "Only the owner and the admins of a drive may add members.": onlyAdmins("إضافة أعضاء"),
  "Only the owner and the admins of a drive may change its members.": onlyAdmins("تغيير أعضائها"),
  "Only the owner and the admins of a drive may remove its members.": onlyAdmins("إزالة أعضائها"),
  "Only the owner and the admins of a drive may rename it.": onlyAdmins("إعادة تسميتها"),
  "Only the owner of a drive may do this.": "لا يمكن فعل هذا إلا لمالك المساحة.",
  "Only the owner or an admin of the drive may create pages in it.": onlyAdmins("إنشاء صفحات فيها"),
  "Only the owner or an admin of the drive may place pages at its root.": onlyAdmins("وضع صفحات في مستواها الأعلى"),
  "Only the owner or an admin of both drives may move pages between them.":
    "لا يمكن نقل الصفحات بين مساحتين إلا لمالك كلتيهما أو مديرهما.",
  "You can view pages there but not add files.": "يمكنك التصفح هناك دون إضافة ملفات.",
  "You can view pages there but not create any.": "يمكنك التصفح هناك دون إنشاء صفحات.",
  "You do not have permission to move pages under that page.": "لا يمكنك وضع صفحات تحت تلك الصفحة.",
  "Only the author of a message can edit it.": "لا يمكن تغيير الرسالة إلا لكاتبها.",
  "Only the author of a message can delete it.": "لا يمكن حذف الرسالة إلا لكاتبها.",

  "This page is in the trash. Restore it to change it.": restoreFirst("لتغييرها"),
  "This page is in the trash. Restore it to export it with its subpages.": restoreFirst("لتصدير ما تحتها"),
  "This page is in the trash. Restore it to convert it to a document.": restoreFirst("لتحويلها إلى مستند"),
  "The parent is not a page of this drive.": "الصفحة الأعلى ليست من هذه المساحة.",
  "The parent is in the trash.": "الصفحة الأعلى في سلة المهملات.",
  "Pages can be nested at most # levels deep.": (levels) => `أقصى عدد لمستويات الصفحات هو ${levels}.`,
  "The page cannot be moved there: the destination was deleted, is in the trash or is nested too deep (at most # levels).":
    (levels) =>
      `لا يمكن نقل الصفحة إلى هناك: المكان لم يعد موجودًا، أو في سلة المهملات، أو أعمق من الحد الأقصى (عدد المستويات: ${levels}).`,
  "This was changed in the meantime. Reload it and try again.": changedMeanwhile,
  "The page changed while it was being moved. Try again.": "تغيّرت الصفحة في أثناء نقلها. حاول مرة أخرى.",
  "The page was changed in the meantime. Your change was not saved.": "تغيّرت الصفحة في أثناء ذلك، ولم يُطبَّق تغييرك.",
  "Your access to the page, or the page itself, changed while you were writing. Your change was not saved.":
    "تغيّر وصولك إلى الصفحة أو تغيّرت الصفحة نفسها في أثناء كتابتك، ولم يُطبَّق تغييرك.",
  "Several drives with this name are being created at the same time. Try again.":
    "تُنشأ الآن عدة مساحات بهذا الاسم. حاول مرة أخرى.",

  "This text exceeds the quota: the drives of this drive's owner use # of # bytes, including the trash. Permanently delete pages to free up space.":
    (used, limit) =>
      `لا مكان لهذا النص: استُخدم في مساحات المالك ${used} من ${limit} بايت، بما فيها سلة المهملات. احذف صفحات نهائيًا لتوفير مكان.`,
  "More pages would exceed the quota: the drives of this drive's owner contain # of # pages, including the trash. Permanently delete some to free up space.":
    (used, limit) =>
      `لا مكان لصفحات أخرى: في مساحات المالك ${used} من ${limit}، بما فيها سلة المهملات. احذف بعضها نهائيًا لتوفير مكان.`,
  "You have # of # drives, including the trash. Permanently delete one to create another.": (used, limit) =>
    `عدد مساحاتك ${used} من ${limit}، بما فيها سلة المهملات. احذف واحدة نهائيًا لتوفير مكان لأخرى.`,
  "One location can contain at most # pages, including those in the trash. Move some under another page.": (most) =>
    `أقصى عدد للصفحات في المكان الواحد هو ${most}، بما فيها سلة المهملات. ضع بعضها تحت صفحة أخرى.`,
  "A page can contain at most # bytes of text.": (most) => `الحد الأقصى لنص الصفحة هو ${most} بايت.`,
  "The request body can be at most # bytes.": (most) => `هذا أكثر مما يمكن إرساله دفعة واحدة: ${most} بايت.`,

  "A file can be at most # MB.": (most) => `الحد الأقصى لحجم الملف هو ${most} ميغابايت.`,
  "A picture can be at most 5 MB.": "الحد الأقصى لحجم الصورة هو 5 ميغابايت.",
  "The file is empty.": "الملف فارغ.",
  "The upload of this part was interrupted. Send it again.": "انقطع الإرسال. حاول مرة أخرى.",
  "You can have at most # uploads in progress. Complete or cancel one first.": (most) =>
    `أقصى عدد للملفات التي تُرفع معًا هو ${most}. انتظر حتى يكتمل أحدها أو ألغه.`,
  "This upload was completed or cancelled in the meantime.": "اكتمل هذا الرفع أو أُلغي في أثناء ذلك.",
  "This file is the content of its page. Delete the page or upload a new version instead.":
    "هذا الملف هو محتوى صفحته. احذف الصفحة أو ارفع إصدارًا آخر بدلًا من ذلك.",
  "One export can contain at most #. Export the top-level pages one by one.":
    "هذا أكثر مما يتسع له تصدير واحد. صدّر صفحات المستوى الأعلى واحدة تلو الأخرى.",
  "The file is not a zip archive, or its end is missing.": "الملف ليس أرشيف ZIP، أو أن نهايته ناقصة.",
  "Nothing in the archive can be imported as a page.": "لا شيء في الأرشيف يمكن تحويله إلى صفحة.",
  "An archive can contain at most # files and folders.": (most) => `أقصى عدد للملفات والمجلدات في الأرشيف هو ${most}.`,
  "An archive can unpack to at most # bytes.": (most) => `الحد الأقصى لحجم الأرشيف بعد فكه هو ${most} بايت.`,
  "An archive can unpack to at most # times its size.": (times) =>
    `لا يجوز أن يتجاوز حجم الأرشيف بعد فكه حجمه الأصلي مضروبًا في ${times}.`,
  "One import can contain at most # bytes of text. Split the archive.": (most) =>
    `الحد الأقصى للنص في الاستيراد الواحد هو ${most} بايت. ${divide}`,
  "One import can create at most # pages. Split the archive.": (most) =>
    `أقصى عدد للصفحات في الاستيراد الواحد هو ${most}. ${divide}`,
  "Files in the archive overlap.": "ملفات في الأرشيف تتشارك في بياناتها.",
  "An archive can be at most # MB.": (most) => `الحد الأقصى لحجم الأرشيف ${most} ميغابايت.`,
  "More than # pages would end up in one place (#). Split them into folders.": (most) =>
    `ستقع في مكان واحد صفحات أكثر من الحد الأقصى (${most}). وزّعها على مجلدات.`,
  "The destination page was moved, and the import would be nested too deep: pages can be nested at most # levels deep.":
    (levels) => `نُقلت الصفحة التي يندرج الاستيراد تحتها، وأقصى عدد لمستويات الصفحات هو ${levels}.`,
  "The archive no longer exists.": "لم يعد الأرشيف موجودًا.",
  "You can have at most # imports in progress. Wait for one to finish, or cancel one.": (most) =>
    `أقصى عدد لعمليات الاستيراد الجارية هو ${most}. انتظر انتهاء إحداها أو ألغها.`,
  "You can have at most # exports in progress or stored. Wait for one to finish, or delete an archive.": (most) =>
    `أقصى عدد لعمليات التصدير الجارية أو المحفوظة هو ${most}. انتظر انتهاء إحداها أو احذف أرشيفًا.`,
  "It is complete and can no longer be cancelled.": "اكتملت العملية، ولم يبقَ ما يُلغى.",
  "You have signed out since it was started. Resume it to continue.": "سجّلت الخروج منذ ذلك الحين. تابع العملية.",
  "It was not resumed in time.": "لم يتابع العملية أحد.",
  "It failed after several attempts.": "لم تتمكن العملية من المتابعة رغم عدة محاولات.",

  "You cannot connect with yourself.": "لا يمكنك التواصل مع نفسك.",
  "There is no request to respond to: this connection is not pending.":
    "لا يوجد طلب للرد عليه: جهة الاتصال هذه ليست معلقة.",
  "Only the recipient of a request can respond to it.": "لا يمكن الرد على الطلب إلا لمن وُجّه إليه.",
  "You cannot block yourself.": "لا يمكنك حظر نفسك.",
  "This person declined your request. You can send another one a week after that.":
    "رفض هذا الشخص طلبك. يمكنك الطلب مجددًا بعد أسبوع من ذلك.",
  "This was changed in the meantime. Try again.": "تغيّر هذا في هذه الأثناء. حاول مرة أخرى.",
  "This person is already blocked.": "هذا الشخص محظور بالفعل.",
  "This person is not blocked.": "هذا الشخص ليس محظورًا.",

  "This username is taken.": "اسم المستخدم هذا محجوز.",
  "must be 3 to 30 letters from a to z, digits or underscores":
    "يتكون اسم المستخدم من 3 إلى 30 من الأحرف a إلى z والأرقام والشرطات السفلية.",
  "The request contains two session cookies. Clear this site's cookies and sign in again.":
    "أرسل المتصفح ملفي تعريف ارتباط للجلسة. امسح ملفات تعريف الارتباط لهذا الموقع وسجّل الدخول من جديد.",
  "You have # tokens. Revoke one that you no longer need.": (count) =>
    `عدد رموز الوصول لديك ${count}. ألغِ ما لم تعد تحتاج إليه منها.`,
  "You have # tokens and apps. Revoke one that you no longer need.": (count) =>
    `عدد رموز الوصول والتطبيقات لديك ${count}. ألغِ ما لم تعد تحتاج إليه منها.`,
  "A token can only be created for drives that you can view.": "لا يمكن إنشاء رمز وصول إلا لمساحات يمكنك رؤيتها.",
  "An app can only be given access to drives that you can view.":
    "لا يمكنك إتاحة مساحات لتطبيق إلا إذا كان يمكنك رؤيتها.",
  "This account owns more than # drives. Delete some of them first.": (most) =>
    `عدد المساحات التي يملكها هذا الحساب أكثر من ${most}. احذف بعضها أولًا.`,
  "Choose what happens to each drive of the account.": "حدد مصير كل مساحة من مساحات الحساب.",
  "A new owner is creating drives with the same name right now. Try again.":
    "ينشئ مالك جديد الآن مساحات بالاسم نفسه. حاول مرة أخرى.",
  "This is the only administrator. Give another user the role first.": lastAdministrator,
  "This is the only administrator, or the roles changed in the meantime. Give another user the role first.":
    lastAdministrator,
  "You cannot suspend yourself.": "لا يمكن للمدير إيقاف حسابه بنفسه.",
  "Delete your own account in your settings.": "احذف حسابك من إعداداتك.",
};

const again = "حاول مرة أخرى.";
const reload = "أعد تحميل الصفحة.";

function waiting({ retryAfter }: Refusal): string {
  if (retryAfter === null) return "حاول بعد قليل.";
  return retryAfter > 90
    ? plural(Math.ceil(retryAfter / 60), {
        two: "حاول مرة أخرى بعد دقيقتين.",
        few: "حاول مرة أخرى بعد # دقائق.",
        other: "حاول مرة أخرى بعد # دقيقة.",
      })
    : plural(retryAfter, {
        one: "حاول مرة أخرى بعد ثانية واحدة.",
        two: "حاول مرة أخرى بعد ثانيتين.",
        few: "حاول مرة أخرى بعد # ثوانٍ.",
        other: "حاول مرة أخرى بعد # ثانية.",
      });
}

/** A sentence that runs from left to right, within one that does not. */
const english = (sentence: string): string => `\u2066${sentence}\u2069`;
const served = ({ sentence }: Refusal): string => `تعذّر ذلك: ${english(sentence)}`;

const general: General = {
  invalid_json: `لم تفهم الخدمة الطلب. ${reload}`,
  invalid_request: served,
  invalid_content: served,
  line_out_of_range: "لم يعد هذا السطر موجودًا في الصفحة. لقد تغيّرت في أثناء ذلك.",
  not_editable: "لا يمكن تحرير نص هذه الصفحة.",
  parent_invalid: ({ sentence }) => `لا يمكن وضع الصفحة هناك: ${english(sentence)}`,
  cycle: "لا يمكن نقل صفحة إلى داخل نفسها أو تحت إحدى صفحاتها الفرعية.",
  use_upload: "تُنشأ صفحة الملف برفع ملف.",
  unknown_tool: served,
  not_ai_chat: "الوكيل متاح في محادثة الذكاء الاصطناعي فقط.",
  challenge_invalid: "استغرق هذا وقتًا طويلًا أو جرت محاولته من قبل. ابدأ من جديد.",
  verification_failed: "تعذّر التحقق من مفتاح المرور، لذا لم يُضف.",
  unsupported_image: "اختر صورة بصيغة PNG أو JPEG أو GIF أو WebP لا يتجاوز أي من أبعادها 4096 بكسل.",
  invalid_multipart: `لم يصل الملف كاملًا. ${again}`,
  not_a_file: "لا يمكن هذا إلا مع الملف الذي هو محتوى الصفحة الحالي.",
  unauthenticated: "لقد سُجّل خروجك. سجّل الدخول لفعل هذا.",
  passkey_invalid: "لم يسجل مفتاح المرور هذا دخولك. حاول مرة أخرى أو اطلب رابطًا بالبريد الإلكتروني.",
  token_invalid: `لم ينجح تسجيل الدخول. ${again}`,
  device_invalid: "سُجّل خروج هذا الجهاز. سجّل الدخول عليه من جديد.",
  device_mismatch: "يخص تسجيل الدخول هذا جهازًا آخر. سجّل الدخول على هذا الجهاز من جديد.",
  reauth_required: "لم يعد هذا الجهاز موثوقًا. سجّل الدخول عليه من جديد.",
  forbidden: ({ sentence }) => `لا يمكنك فعل هذا: ${english(sentence)}`,
  csrf_missing: `لم يكن الطلب كاملًا. ${reload}`,
  csrf_invalid: "بقيت هذه الصفحة مفتوحة مدة طويلة أو في جلسة أخرى. أعد تحميلها.",
  cross_site: "جاء هذا الطلب من موقع آخر، لذا لم يُنفَّذ.",
  account_suspended: "هذا الحساب موقوف. تواصل مع أحد مسؤولي هذه الخدمة.",
  scope_empty: "كان رمز الوصول هذا لمساحات لم تعد موجودة، لذا لا يفتح شيئًا.",
  step_up_required: "سجّل الدخول من جديد لفعل هذا: يتطلب تسجيل دخول خلال آخر عشر دقائق.",
  proof_required: "تُطلب الآن روابط دخول كثيرة، وينقص التحقق من هذا الطلب. حاول مرة أخرى.",
  sign_up_refused: "لا يمكن إنشاء حساب هنا بهذا العنوان. تواصل مع أحد مسؤولي هذه الخدمة.",
  sign_ups_full: "لا مكان في هذه الخدمة لحسابات أخرى. تواصل مع أحد مسؤوليها.",
  email_unverified: "لم يتحقق مزود الخدمة من بريدك الإلكتروني، لذا لا يمكنه تسجيل دخولك هنا.",
  current_password_invalid: "كلمة المرور غير صحيحة. يسجل Octavo الدخول دون كلمة مرور.",
  not_found: "هذا غير موجود، أو لا يمكنك رؤيته.",
  mail_not_configured: "لا يرسل هذا التثبيت أي بريد. تواصل مع مسؤوليه: يمكنهم إعطاؤك رابط تسجيل دخول.",
  model_not_configured: "لم يُهيأ هنا أي نموذج لغوي.",
  provider_not_configured: "طريقة تسجيل الدخول هذه غير مهيأة هنا.",
  method_not_allowed: `لا تقبل الخدمة هذا الطلب. ${reload}`,
  conflict: served,
  revision_conflict: changedMeanwhile,
  not_trashed: "هذا ليس في سلة المهملات.",
  not_ready: "نص هذا الملف ليس جاهزًا بعد. حاول بعد قليل.",
  already_processing: "تجري معالجة هذا الملف بالفعل.",
  incomplete: `لم تصل كل أجزاء الملف. ${again}`,
  connection_exists: "أنتما متصلان بالفعل، أو أن أحدكما طلب ذلك.",
  passkey_exists: "مفتاح المرور هذا مستخدم بالفعل.",
  too_many_passkeys: "بلغت أقصى عدد لمفاتيح المرور. أزل مفتاحًا لم تعد تستخدمه.",
  too_many_children: "لا مكان لصفحات أخرى هناك. ضع بعضها تحت صفحة أخرى.",
  payload_too_large: ({ sentence }) => `هذا أكبر مما يمكن: ${english(sentence)}`,
  storage_full: "امتلأت المساحة المخصصة لملفاتك. احذف بعضها نهائيًا لتوفير مكان.",
  quota_exceeded: ({ sentence }) => `لا مكان لهذا: ${english(sentence)}`,
  range_not_satisfiable: "ينتهي الملف قبل ذلك.",
  unsupported_media_type: `لم تفهم الخدمة الطلب. ${reload}`,
  no_text: "لا يوجد نص في هذا الملف.",
  account_locked: (refusal) =>
    `قُفلت مفاتيح المرور لهذا الحساب بعد محاولات فاشلة كثيرة. ${waiting(refusal)} ويمكنك تسجيل الدخول الآن برابط يصل بالبريد الإلكتروني.`,
  upgrade_required: `لا تقبل الخدمة هذا الطلب. ${reload}`,
  rate_limited: (refusal) => `الطلبات كثيرة جدًا. ${waiting(refusal)}`,
  rate_limit_unavailable: (refusal) => `لا تقبل الخدمة هذا الآن. ${waiting(refusal)}`,
  provider_unavailable: (refusal) => `يتعذر الوصول إلى مزود الخدمة الآن. ${waiting(refusal)}`,
  unavailable: (refusal) => `لا تستجيب الخدمة الآن. ${waiting(refusal)}`,
  internal: `حدث خطأ لدينا. ${again}`,
};

export const say = sayWith(sentences, general);
