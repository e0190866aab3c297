/** English: sheets. */
export const text = "Text";
export const textKeys = "Press Tab to indent. To leave the text, press Escape, then Tab.";
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
export const sortUp = "Sort A to Z";
export const sortDown = "Sort Z to A";
export const fillDown = "Fill down";
export const fillRight = "Fill right";
export const count = (filled: number) => `Count ${filled}`;
export const sums = (sum: string, average: string, filled: number) =>
  `Sum ${sum} · Average ${average} · Count ${filled}`;
export const moveRowsUp = "Move rows up";
export const moveRowsDown = "Move rows down";
export const moveColumnsLeft = "Move columns left";
export const moveColumnsRight = "Move columns right";
export const continueSeries = "Continue series";
export const functions = "Functions";
export const freeze = "Freeze rows above and columns to the left";
export const unfreeze = "Unfreeze";
export const find = "Find…";
export const rowsBetween = "The filter hides rows between the selected ones. Show all rows to move them.";
export const filter = "Filter by this column…";
export const filterColumn = (name: string) => `Filter by ${name}`;
export const filtered = "Filtered";
export const rowsShown = (shown: string, all: string) => `${shown} of ${all} rows`;
export const showAllRows = "Show all rows";
export const condition = "Show rows where the cell";
export const anyValue = "Any value";
export const tests = {
  contains: "Contains",
  lacks: "Does not contain",
  equals: "Equals",
  differs: "Does not equal",
  above: "Greater or later than",
  below: "Less or earlier than",
  empty: "Is empty",
  filled: "Is not empty",
};
export const compareWith = "Text, number or date";
export const values = "Values";
export const searchValues = "Search values";
export const selectAll = "Select all";
export const selectNone = "Select none";
export const emptyCells = "(empty)";
export const searchForMore = "There are more values. Search to find them.";
export const applyFilter = "Filter";
export const clearFilter = "Show all values";
export const format = "Format";
export const automatic = "Automatic";
export const number = "Number";
export const percent = "Percent";
export const currencyIn = (sign: string) => `Currency (${sign})`;
export const date = "Date";
export const dateAndTime = "Date and time";
export const time = "Time";
export const plainText = "Plain text";
export const moreDecimals = "More decimal places";
export const fewerDecimals = "Fewer decimal places";
