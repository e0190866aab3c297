/** English: formulas and diagrams. */
export const diagrams = "Diagrams";
export const diagram = "Diagram";
export const diagramOfKind = (kind: string) => `Diagram: ${kind}`;
export const notDrawn = "This diagram cannot be drawn.";
export const tooLong = "This diagram is too long to be drawn.";
export const tooSlow = "This diagram takes too long to be drawn.";
export const noFormula = "This is no formula.";
