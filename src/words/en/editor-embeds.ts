/** English: formulas and diagrams. */
export const diagrams = "Diagrams";
export const diagram = "Diagram";
export const diagramOfKind = (kind: string) => `Diagram: ${kind}`;
export const notDrawn = "This diagram can't be drawn.";
export const tooLong = "This diagram is too long to draw.";
export const tooSlow = "This diagram takes too long to draw.";
export const noFormula = "This isn't a valid formula.";
