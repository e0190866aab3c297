/** Deutsch: Arten von Seiten. */
export const document = "Dokument";
export const folder = "Ordner";
export const taskList = "Aufgabenliste";
export const sheet = "Tabellenblatt";
export const code = "Code";
export const canvas = "Zeichenfläche";
export const channel = "Kanal";
export const aiChat = "KI-Chat";
export const file = "Datei";
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
