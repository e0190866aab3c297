/** العربية: عرض القراءة في مكان المحرر، والملاحظة حيث كتبت أداة. */
export const writing = "وضع الكتابة.";
export const reading = "وضع القراءة. اضغط Escape للعودة إلى الكتابة.";
export const undoTool = (tool: string) => `التراجع عن تغييرات ${tool}`;
