/** Deutsch: der Druck anstelle des Editors, und die Notiz, wo ein Werkzeug geschrieben hat. */
export const writing = "Schreiben.";
export const reading = "Lesen. Drücke Escape, um wieder zu schreiben.";
export const undoTool = (tool: string) => `Rückgängig machen, was ${tool} getan hat`;
