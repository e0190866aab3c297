/** English: the print in the place of the editor, and the note where a tool has written. */
export const writing = "Editing view.";
export const reading = "Reading view. Press Escape to edit again.";
export const undoTool = (tool: string) => `Undo ${tool}'s changes`;
