/** Deutsch: eine Seite anlegen. */
export const untitled = "Ohne Titel";
export const title = "Titel";
export const type = "Art";
export const place = "Ort";
export const atTop = (drive: string) => `Ganz oben in ${drive}`;
export const underThisPage = "Unter dieser Seite";
export const under = (page: string) => `Unter ${page}`;
export const onlyTheyMake = "Nur wer diese Ablage verwaltet, legt darin Seiten an.";
export const types = {
  DOCUMENT: "Text, Listen, Tabellen und Bilder",
  FOLDER: "Fasst Seiten zusammen",
  TASK_LIST: "Aufgaben mit Personen und Terminen",
  SHEET: "Zeilen, Spalten und Formeln",
  CODE: "Quelltext mit Hervorhebung",
  CANVAS: "Eine Zeichnung in HTML oder SVG",
  CHANNEL: "Nachrichten an alle mit Zugriff",
  AI_CHAT: "Ein Chat mit einem KI-Agenten",
  FILE: "Eine hochgeladene Datei",
};
