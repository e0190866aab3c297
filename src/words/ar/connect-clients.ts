/** العربية: كيف يُربط كل برنامج. أسماء القوائم كما تعرضها البرامج بالإنجليزية. */
import type { Inline } from "../inline.ts";

export const shell = "نص برمجي للصدفة";
export const httpToo = (reference: Inline) => ["لكل أداة مسار HTTP بسيط أيضًا، و", reference, " يعرضها كلها."];
export const reference = "مرجع واجهة البرمجة";
export const terminal = "الطرفية";
export const claude = "Claude على الويب وسطح المكتب والهاتف";
export const claudeAdd = "في Claude افتح Settings ثم Connectors واختر Add custom connector.";
export const claudePaste = "الصق الرابط أعلاه في خانة Remote MCP server URL.";
export const signInAsked = (program: string) =>
  `سجّل الدخول إلى Octavo عندما يطلب ${program} ذلك، واختر المساحات التي يمكنه استخدامها.`;
export const chatgptMode = "في ChatGPT افتح Settings ثم Connectors ثم Advanced وفعّل Developer mode.";
export const chatgptCreate = "عُد إلى Connectors واختر Create والصق الرابط أعلاه رابطًا للموصّل.";
export const runThis = "نفّذ هذا في طرفية.";
export const runThisCodex = "نفّذ هذا في طرفية. يقرأ Codex الرمز من المتغير عند كل تشغيل، فأبقِه مضبوطًا.";
export const typeMcp = (program: string, command: Inline) => [
  `شغّل ${program} واكتب `,
  command,
  ": يظهر Octavo متصلًا في القائمة.",
];
export const typeMcpTools = (program: string, command: Inline) => [
  `شغّل ${program} واكتب `,
  command,
  ": يظهر Octavo مع أدواته في القائمة.",
];
export const putBeside = (file: Inline) => ["ضع هذا في ", file, "، إلى جانب ما فيه."];
export const putBesideServers = (file: Inline) => ["ضع هذا في ", file, "، إلى جانب الخوادم الموجودة فيه."];
export const put = (file: Inline) => ["ضع هذا في ", file, "."];
export const orPut = (file: Inline) => ["أو ضع هذا في ", file, "."];
export const putAndRefresh = (file: Inline) => ["ضع هذا في ", file, "، ثم حدّث الخوادم في Cascade."];
export const orOpenCursor = "أو افتح Cursor بالرابط وحده، وسجّل الدخول إلى Octavo عندما يطلب ذلك.";
export const openCursor = "فتح Cursor";
export const openCodeLink = "افتح VS Code بالرابط. سيطلب الرمز مرة واحدة ويحفظه بعيدًا عن ملفاته.";
export const openCode = "فتح VS Code";
export const octavoToken = "رمز وصول Octavo";
