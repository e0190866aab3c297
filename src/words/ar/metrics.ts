/** العربية: حال الخدمة وكيفية استخدامها. */
import type { Inline } from "../inline.ts";

export const headlines = {
  ok: "كل الأنظمة تعمل",
  alarms: "الخدمة تعمل، وهناك تنبيهات مفتوحة",
  degraded: "أداء منخفض",
  down: "قاعدة البيانات لا تستجيب",
};
export const asOf = (time: string) => `حتى ${time} UTC.`;
export const rangeOfTime = "المدة الزمنية";
export const ranges = { "1h": "ساعة واحدة", "24h": "24 ساعة", "7d": "7 أيام", "30d": "30 يومًا" };
export const wholeRange = "عرض المدة كاملة";
export const chart = (title: string) => `${title}. الأرقام في الجدول أدناه.`;
export const stepValues = (time: string, values: readonly string[]) => `${time}: ${values.join("، ")}`;
export const numbers = "الأرقام";
export const from = "من (UTC)";

export const health = "الحالة";
export const states = { ok: "جيد", degraded: "بطيء", down: "لا يستجيب" };
export const components = {
  database: "قاعدة البيانات",
  search: "البحث",
  files: "الملفات",
  objects: "الكائنات",
  queue: "قائمة الانتظار",
};
export const database = "قاعدة البيانات";
export const files = "الملفات";
export const filesOf = (amount: string, size: string) => `${amount}، ${size}`;
export const upFor = "مدة تشغيل بيئة التنفيذ";
export const memoryLimit = "حد ذاكرة بيئة التنفيذ";
export const part = "المكوّن";
export const justNow = "الآن";
export const answeredIn = "زمن الاستجابة";
export const maintenance = "الصيانة";
export const runs = "مرات التشغيل";
export const failed = "فشل";
export const failedOf = (amount: string, share: string) => `${amount} (${share})`;
export const halfWithin = "الوسيط";
export const within95 = "المئين 95";
export const within99 = "المئين 99";
export const times = "المرات";

export const requests = "الطلبات";
export const requestsOverTime = "الطلبات عبر الزمن";
export const mostAsked = "الأكثر طلبًا";

export const people = "الأشخاص";
export const active = "نشطون";
export const newPeople = "جدد";
export const sessionsUsed = "جلسات مستخدمة";
export const signIns = "عمليات الدخول";
export const failedSignIns = "عمليات دخول فاشلة";
export const activeOverTime = "الأشخاص النشطون عبر الزمن";
export const activePeople = "الأشخاص النشطون";
export const sessions = "الجلسات";
export const reported = "ما أبلغت عنه المتصفحات";

export const modelCalls = "استدعاءات النماذج";
export const calls = "الاستدعاءات";
export const tokensIn = "رموز الإدخال";
export const tokensOut = "رموز الإخراج";
export const cost = "التكلفة";
export const callsOverTime = "استدعاءات النماذج عبر الزمن";
export const model = "النموذج";
export const byPerson = "المستخدم";
export const byDrive = "المساحة";
export const byChat = "المحادثة";
export const driveOf = (owner: string) => `يملكها ${owner}`;
export const unpriced = (amount: string) => `استدعاءات لنماذج سعرها غير معروف: ${amount}. لا تشملها التكلفة.`;

export const statements = "الاستعلامات";
export const rowsRead = "صفوف مقروءة";
export const rowsWritten = "صفوف مكتوبة";
export const cacheHits = "إصابات الذاكرة المؤقتة";
export const statementsOverTime = "زمن الاستعلامات عبر الزمن";
export const statementsWithin95 = "مدة الاستعلامات، المئين 95";
export const slowest = "الأبطأ";

export const errors = "الأخطاء";
export const differentErrors = "أخطاء مختلفة";
export const differentErrorsShown = "أخطاء مختلفة معروضة";
export const errorsOverTime = "الأخطاء عبر الزمن";
export const nothingFailed = "لم يفشل شيء.";
export const earlierErrors = "أخطاء أقدم";
export const request = (id: Inline) => ["الطلب ", id];

export const milliseconds = (amount: string) => `${amount} م.ث`;
export const share = (percent: string) => `${percent} %`;
export const daysAndHours = (days: number, hours: number) => `${days} ي ${hours} س`;
export const hoursAndMinutes = (hours: number, minutes: number) => `${hours} س ${minutes} د`;
export const minutes = (amount: number) => `${amount} د`;
export const seconds = (amount: number) => `${amount} ث`;
export const day = (date: number, month: string) => `${date} ${month}`;
export const dayAndTime = (date: string, time: string) => `${date} ${time}`;
export const instant = (date: string, year: string, time: string) => `${date} ${year}، ${time}`;
