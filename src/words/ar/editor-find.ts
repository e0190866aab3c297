/** العربية: البحث والاستبدال في النص. */
export const find = "بحث";
export const findInPage = "البحث في هذه الصفحة";
export const closeFind = "إغلاق البحث";
export const whatMatches = "ما يُعد مطابقة";
export const matchCase = "مطابقة حالة الأحرف";
export const wholeWords = "كلمات كاملة";
export const regularExpression = "تعبير نمطي";
export const previous = "المطابقة السابقة";
export const next = "المطابقة التالية";
export const openReplace = "استبدال…";
export const replaceWith = "استبدال بـ";
export const replace = "استبدال";
export const replaceAll = "استبدال الكل";
export const none = "لا مطابقات";
export const matchCount = {
  one: "مطابقة واحدة",
  two: "مطابقتان",
  few: "# مطابقات",
  many: "# مطابقة",
  other: "# مطابقة",
};
export const matchesOrMore = (count: string) => `${count} مطابقة أو أكثر`;
export const orMore = (count: string) => `${count} أو أكثر`;
export const placeAmong = (place: string, all: string) => `${place} من ${all}`;
export const inAddress = (matches: string) => `${matches}، في عنوان رابط`;
export const checkExpression = "تحقق من التعبير.";
export const faultyExpression = (reason: string) => `تحقق من التعبير: ${reason}.`;
/** What CodeMirror says. */
export const phrases = {
  "current match": "المطابقة الحالية",
  "on line": "في السطر",
  "replaced match on line $": "استُبدلت المطابقة في السطر $",
  "replaced $ matches": "عدد المطابقات المستبدلة: $",
};
