/** English: text whose place was deleted while it was being typed. */
export const cellDeleted = "The cell you were typing in was deleted. Your text is still here.";
export const taskDeleted = "The task you were changing was deleted. Your text is still here.";
export const imageDeleted = "The image you were describing was deleted. Your text is still here.";
export const emptyCellDeleted = "The cell you were in was deleted.";
export const taskGone = "This task was deleted.";
export const yourText = "Your text";
export const copy = "Copy";
export const copied = "Copied.";
export const discard = "Discard";
export const putInCell = "Insert in the selected cell";
export const putAtCursor = "Insert at the cursor";
export const addAsTask = "Add as a task";
export const noPlace = "The text can't be inserted here. Copy it instead.";
export const blockGone = "This block was deleted.";
