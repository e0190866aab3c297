/** English: the print in the place of the editor, and the note where a tool has written. */
export const writing = "Writing.";
export const reading = "Reading view. Press Escape to edit again.";
export const undoTool = (tool: string) => `Undo what ${tool} did`;
