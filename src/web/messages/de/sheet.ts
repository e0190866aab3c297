/** Deutsch: Tabellenblätter. */
export const text = "Text";
export const textKeys = "Tab rückt ein. Um den Text zu verlassen, drücke Escape und dann Tab.";
export const cells = "Zellen";
export const cell = "Zelle";
export const cellAt = (name: string) => `Zelle ${name}`;
export const cellOrRange = "Zelle oder Bereich";
export const formulaBar = "Formelleiste";
export const rowsAndColumns = "Zeilen und Spalten";
export const insertRowAbove = "Zeile darüber einfügen";
export const insertRowBelow = "Zeile darunter einfügen";
export const insertColumnLeft = "Spalte links einfügen";
export const insertColumnRight = "Spalte rechts einfügen";
export const deleteRows = "Zeilen löschen";
export const deleteColumns = "Spalten löschen";
export const sortUp = "Von A bis Z sortieren";
export const sortDown = "Von Z bis A sortieren";
export const fillDown = "Nach unten ausfüllen";
export const fillRight = "Nach rechts ausfüllen";
export const count = (filled: number) => `Anzahl ${filled}`;
export const sums = (sum: string, average: string, filled: number) =>
  `Summe ${sum} · Durchschnitt ${average} · Anzahl ${filled}`;
