/** Deutsch: Formeln und Diagramme. */
export const diagrams = "Diagramme";
export const diagram = "Diagramm";
export const diagramOfKind = (kind: string) => `Diagramm: ${kind}`;
export const notDrawn = "Dieses Diagramm lässt sich nicht zeichnen.";
export const tooLong = "Dieses Diagramm ist zu lang, um gezeichnet zu werden.";
export const tooSlow = "Dieses Diagramm braucht zu lange, um gezeichnet zu werden.";
export const noFormula = "Das ist keine gültige Formel.";
