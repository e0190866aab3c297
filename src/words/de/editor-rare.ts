/** Deutsch: der Druck anstelle des Editors, und die Notiz, wo ein Werkzeug geschrieben hat. */
export const writing = "Bearbeitungsansicht.";
export const reading = "Leseansicht. Drücke Escape, um weiterzuschreiben.";
export const undoTool = (tool: string) => `Änderungen von ${tool} rückgängig machen`;
