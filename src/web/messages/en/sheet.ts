/** English: sheets. */
export const text = "Text";
export const textKeys = "Tab indents. To leave the text, press Escape, then Tab.";
export const cells = "Cells";
export const cell = "Cell";
export const cellAt = (name: string) => `Cell ${name}`;
export const cellOrRange = "Cell or range";
export const formulaBar = "Formula bar";
export const rowsAndColumns = "Rows and columns";
export const insertRowAbove = "Insert row above";
export const insertRowBelow = "Insert row below";
export const insertColumnLeft = "Insert column left";
export const insertColumnRight = "Insert column right";
export const deleteRows = "Delete rows";
export const deleteColumns = "Delete columns";
export const sortUp = "Sort from A to Z";
export const sortDown = "Sort from Z to A";
export const fillDown = "Fill down";
export const fillRight = "Fill right";
export const count = (filled: number) => `Count ${filled}`;
export const sums = (sum: string, average: string, filled: number) =>
  `Sum ${sum} · Average ${average} · Count ${filled}`;
