/** العربية: المعادلات والمخططات. */
export const diagrams = "المخططات";
export const diagram = "مخطط";
export const diagramOfKind = (kind: string) => `مخطط: ${kind}`;
export const notDrawn = "يتعذر رسم هذا المخطط.";
export const tooLong = "هذا المخطط أطول من أن يُرسم.";
export const tooSlow = "يستغرق رسم هذا المخطط وقتًا أطول من اللازم.";
export const noFormula = "هذه ليست معادلة.";
