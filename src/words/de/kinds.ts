/** Deutsch: Arten von Seiten. */
export const labels = {
  DOCUMENT: "Dokument",
  FOLDER: "Ordner",
  TASK_LIST: "Aufgabenliste",
  SHEET: "Tabellenblatt",
  CODE: "Code",
  CANVAS: "Zeichenfläche",
  CHANNEL: "Kanal",
  AI_CHAT: "KI-Chat",
  FILE: "Datei",
};
export const placeholders = {
  DOCUMENT: "Schreibe, oder drücke / für Blöcke",
  FOLDER: "Was gehört in diesen Ordner?",
  TASK_LIST: "- [ ] Erste Aufgabe",
  SHEET: "Name,Menge\nÄpfel,12",
  CODE: "Füge Code ein oder schreibe ihn.",
  CANVAS: "<h1>HTML und CSS</h1>",
  CHANNEL: "Worum geht es in diesem Kanal?",
  AI_CHAT: "Wofür ist dieser Chat?",
  FILE: "",
};
