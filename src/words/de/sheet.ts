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
export const moveRowsUp = "Zeilen nach oben";
export const moveRowsDown = "Zeilen nach unten";
export const moveColumnsLeft = "Spalten nach links";
export const moveColumnsRight = "Spalten nach rechts";
export const continueSeries = "Reihe fortsetzen";
export const functions = "Funktionen";
export const freeze = "Zeilen darüber und Spalten links fixieren";
export const unfreeze = "Fixierung aufheben";
export const find = "Suchen …";
export const rowsBetween = "Der Filter blendet Zeilen dazwischen aus. Zeige alle Zeilen, um diese zu verschieben.";
export const filter = "Nach dieser Spalte filtern …";
export const filterColumn = (name: string) => `Nach ${name} filtern`;
export const filtered = "Gefiltert";
export const rowsShown = (shown: string, all: string) => `${shown} von ${all} Zeilen`;
export const showAllRows = "Alle Zeilen zeigen";
export const condition = "Zeilen zeigen, deren Zelle";
export const anyValue = "Beliebiger Wert";
export const tests = {
  contains: "Enthält",
  lacks: "Enthält nicht",
  equals: "Ist gleich",
  differs: "Ist ungleich",
  above: "Größer oder später als",
  below: "Kleiner oder früher als",
  empty: "Ist leer",
  filled: "Ist nicht leer",
};
export const compareWith = "Text, Zahl oder Datum";
export const values = "Werte";
export const searchValues = "Werte suchen";
export const selectAll = "Alle auswählen";
export const selectNone = "Keine auswählen";
export const emptyCells = "(leer)";
export const searchForMore = "Es gibt weitere Werte. Suche, um sie zu finden.";
export const applyFilter = "Filtern";
export const clearFilter = "Alle Werte zeigen";
export const format = "Format";
export const automatic = "Automatisch";
export const number = "Zahl";
export const percent = "Prozent";
export const currencyIn = (sign: string) => `Währung (${sign})`;
export const date = "Datum";
export const dateAndTime = "Datum und Uhrzeit";
export const time = "Uhrzeit";
export const plainText = "Reiner Text";
export const moreDecimals = "Mehr Nachkommastellen";
export const fewerDecimals = "Weniger Nachkommastellen";
