/** العربية: سبب ترك شيء في الاستيراد أو التصدير. */
import type { Reason } from "../en/transfer-reasons.ts";
import { type Said, reasonsWith } from "../refusal.ts";
import { sentences } from "./refusals.ts";

const kept = "يبقى ملفًا.";
const unpack = "فكّ الأرشيف الذي يحتويه.";

const counted =
  (what: string): Said =>
  (count) =>
    `${what}: ${count}.`;

export const reasons: Readonly<Record<Reason, Said>> = {
  "Formulas converted to TeX: #.": counted("صيغ حُوِّلت إلى TeX"),
  "Formulas, or parts of them, that could not be converted: #.": counted("صيغ أو أجزاء منها تعذّر تحويلها"),
  "Superscripts and subscripts written as characters or formulas: #.": counted(
    "نصوص مرتفعة أو منخفضة كُتبت أحرفًا أو صيغًا",
  ),
  "Symbols without a known character: #.": counted("رموز ليس لها حرف معروف"),
  "Passages of hidden text left out: #.": counted("مقاطع مخفية تُركت"),
  "Comments left out: #.": counted("تعليقات تُركت"),
  "Tracked changes accepted: #.": counted("تغييرات متعقَّبة قُبلت"),
  "Headers and footers left out: #.": counted("رؤوس وتذييلات صفحات تُركت"),
  "Text boxes moved into the text: #.": counted("مربعات نص نُقلت إلى النص"),
  "Pictures left out, except for their descriptions: #.": counted("صور تُركت ما عدا وصفها"),
  "Charts left out: #.": counted("مخططات تُركت"),
  "Diagrams (SmartArt) left out: #.": counted("رسوم SmartArt تُركت"),
  "Embedded objects left out: #.": counted("كائنات مضمَّنة تُركت"),
  "Sound and video left out: #.": counted("مقاطع صوت وفيديو تُركت"),
  "Fields and tables of contents kept as plain text: #.": counted("حقول وفهارس بقيت نصًا عاديًا"),
  "Form fields kept as plain text: #.": counted("حقول نماذج بقيت نصًا عاديًا"),
  "Links to places within the document left out: #.": counted("روابط إلى مواضع داخل المستند تُركت"),
  "List items numbered in another style: #.": counted("عناصر قوائم رُقِّمت بنمط آخر"),
  "Numbers of headings left out: #.": counted("أرقام عناوين تُركت"),
  "Merged table cells split: #.": counted("خلايا مدمجة قُسِّمت"),
  "Tables converted to text: #.": counted("جداول حُوِّلت إلى نص"),
  "Table cells whose line breaks became spaces: #.": counted("خلايا صارت فواصل أسطرها مسافات"),
  "Reading aids (ruby) put in parentheses: #.": counted("علامات قراءة (روبي) وُضعت بين قوسين"),
  "Page breaks left out: #.": counted("فواصل صفحات تُركت"),
  "Passages whose formatting (bold, italics, color…) was left out: #.": counted("مقاطع تُرك تنسيقها (غامق، مائل، لون…)"),
  "Formulas replaced by their results: #.": counted("صيغ استُبدلت بها نتائجها"),
  "Hidden rows, columns, sheets and slides included: #.": counted("صفوف وأعمدة وأوراق وشرائح مخفية أُدرجت"),
  "Its path leads out of the archive.": "مساره يؤدي إلى خارج الأرشيف.",
  "Its path is too long.": "مساره أطول من اللازم.",
  "Its name is not valid UTF-8.": "اسمه ليس UTF-8 صالحًا.",
  "It is a link to another file, not a file.": "هو رابط إلى ملف آخر، وليس ملفًا.",
  "It is encrypted.": "هو مشفَّر.",
  "It uses an unsupported compression method.": "هو مضغوط بطريقة غير معروفة هنا.",
  "It is damaged.": "هو تالف.",
  "It is empty.": "هو فارغ.",
  "It is too large.": "هو أكبر من اللازم.",
  "It is too large: a file can be at most # MB.": (most) => `هو أكبر من اللازم: الحد الأقصى لحجم الملف ${most} ميغابايت.`,
  "It is too large: a page can contain at most # bytes of text.": (most) =>
    `هو أكبر من اللازم: الحد الأقصى لنص الصفحة ${most} بايت.`,
  "Hidden files are not imported.": "الملفات المخفية لا تُستورد.",
  "The archive contains another file with the same name.": "سبقه ملف آخر بالاسم نفسه.",
  "It does not describe this archive.": "لا يصف هذا الأرشيف.",
  "It is not a zip archive, or its end is missing.": "ليس أرشيف ZIP، أو أن نهايته ناقصة.",
  "A nested archive is not a zip archive, or its end is missing.":
    "أحد الأرشيفات داخل الأرشيف ليس أرشيفًا، أو أن نهايته ناقصة.",
  "Nested archives are opened up to # levels deep.": (levels) =>
    `تُفتح الأرشيفات داخل الأرشيفات حتى عمق محدود (عدد المستويات: ${levels}).`,
  "Nested archives are opened up to # levels deep, and at most # of them.": (levels, most) =>
    `تُفتح الأرشيفات داخل الأرشيفات حتى عمق محدود (عدد المستويات: ${levels})، وعددها الأقصى ${most}.`,
  "The archives nested in this one are too large in total: unpack the archive that contains it.": `الأرشيفات داخله كبيرة مجتمعةً أكثر من اللازم. ${unpack}`,
  "There are too many archives nested in this one, or they are too large: unpack the archive that contains it.": `الأرشيفات داخله كثيرة أو كبيرة أكثر من اللازم. ${unpack}`,
  "It would be nested too deep.": "سيكون أعمق من الحد الأقصى.",
  "It and its contents would be nested too deep.": "سيكون هو وما فيه أعمق من الحد الأقصى.",
  "The same table with all its rows and columns is imported.": "يُستورد الجدول نفسه بكل صفوفه وأعمدته.",
  "Its front matter could not be read: it is kept as text.": "تعذّرت قراءة البيانات في أوله. بقيت نصًا.",
  "Links without a matching file in the archive: #, such as #": (count, example) =>
    `روابط لا تؤدي إلى أي ملف في الأرشيف: ${count}، مثل \u2068${example}\u2069`,
  "Line breaks in its fields became spaces.": "تحوّلت فواصل الأسطر داخل حقوله إلى مسافات.",
  "Read with semicolons as separators.": "قُرئ على أن فواصل منقوطة تفصل بين الحقول.",
  "Read with semicolons as separators and commas as decimal marks.":
    "قُرئ على أن فواصل منقوطة تفصل بين الحقول والفاصلة علامة عشرية.",
  "Read with semicolons as separators and both points and commas as decimal marks.":
    "قُرئ على أن فواصل منقوطة تفصل بين الحقول والنقطة والفاصلة علامتان عشريتان.",
  "Read with tabs as separators.": "قُرئ على أن علامات جدولة تفصل بين الحقول.",
  "Read with tabs as separators and commas as decimal marks.":
    "قُرئ على أن علامات جدولة تفصل بين الحقول والفاصلة علامة عشرية.",
  "Read with tabs as separators and both points and commas as decimal marks.":
    "قُرئ على أن علامات جدولة تفصل بين الحقول والنقطة والفاصلة علامتان عشريتان.",
  "Read with vertical bars as separators.": "قُرئ على أن خطوط عمودية تفصل بين الحقول.",
  "Read with vertical bars as separators and commas as decimal marks.":
    "قُرئ على أن خطوط عمودية تفصل بين الحقول والفاصلة علامة عشرية.",
  "Read with vertical bars as separators and both points and commas as decimal marks.":
    "قُرئ على أن خطوط عمودية تفصل بين الحقول والنقطة والفاصلة علامتان عشريتان.",
  "Read with commas as separators and commas as decimal marks.":
    "قُرئ على أن فواصل تفصل بين الحقول والفاصلة علامة عشرية.",
  "Read with commas as separators and both points and commas as decimal marks.":
    "قُرئ على أن فواصل تفصل بين الحقول والنقطة والفاصلة علامتان عشريتان.",
  "Read as UTF-16.": "قُرئ بترميز UTF-16.",
  "Read as Windows-1252.": "قُرئ بترميز Windows-1252.",
  "It is unclear whether points or commas are decimal marks. Numbers kept as text: #.": (count) =>
    `لا يتضح هل النقطة أم الفاصلة هي العلامة العشرية. عدد الأرقام التي بقيت نصًا: ${count}.`,
  "It is not text in UTF-8 or UTF-16.": "ليس نصًا بترميز UTF-8 أو UTF-16.",
  "Its text cannot be stored in a page: it is kept as a file.": `ليس نصًا يمكن أن تحتويه صفحة. ${kept}`,
  "No text was found in it: it is kept as a file.": `لم يُعثر فيه على نص. ${kept}`,
  "With links to pages it would exceed # bytes: it keeps its original links.": (most) =>
    `مع روابط الصفحات سيتجاوز ${most} بايت. تبقى روابطه كما هي.`,
  "There is not enough space left in your storage for it.": "لم يبقَ له مكان في مساحة التخزين الخاصة بك.",
  "The export is too large to use its page data: its pages are created from the names of its files.":
    "التصدير أكبر من أن يُعمل بما يذكره عن صفحاته. تُستمد الصفحات من أسماء ملفاته.",
  "Messages are not imported, because they belong to the people who wrote them.":
    "تبقى الرسائل عند من كتبها، ولا تُستورد.",
  "Its file is missing from the archive: its text is imported as a document.": "ملفه ليس في الأرشيف. نصه مستند.",
  "Its agent used tools that are not available here.": "كانت لوكيله أدوات غير موجودة هنا.",
  "It is missing from the archive.": "ينبغي أن يكون في الأرشيف، وليس فيه.",
  "It is not the file that was exported.": "ليس الملف الذي صُدِّر.",
  "You no longer have access to it, or it was trashed or deleted.":
    "لم يعد بإمكانك رؤيته، أو أنه في سلة المهملات أو محذوف.",
  "Its content was lost.": "محتواه مفقود.",
};

export const say = reasonsWith({ ...sentences, ...reasons });
