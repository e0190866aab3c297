/** Deutsch: eine Datei und was man von ihr weiß. */
export const download = "Herunterladen";
export const makeDocument = "Dokument daraus machen";
export const newVersion = "Neue Version";
export const readAgain = "Noch einmal lesen";
export const unreadable = "Diese Datei konnte nicht gelesen werden.";
export const none = "Auf dieser Seite ist keine Datei.";
export const upload = "Datei hochladen";
export const fit = "Einpassen";
export const picture = "Bild";
export const lookClosely = "Genau ansehen";
export const openOriginal = "Original öffnen";
export const textInFile = "Text in dieser Datei";
export const truncated = "Die Datei enthält mehr Text, als auf eine Seite passt. Das ist der Anfang.";
export const isDifferent = "Was anders ist als in der Datei";
export const noText = "In dieser Datei wurde kein Text gefunden.";
export const isReadAgain = "Die Datei wird noch einmal gelesen.";
export const notShown = "Die Seite konnte nicht neu angezeigt werden. Lade sie noch einmal.";
export const reading = {
  pending: "Wartet darauf, gelesen zu werden",
  processing: "Wird gelesen …",
  completed: "Bereit",
  failed: "Konnte nicht gelesen werden",
};
export const file = "Datei";
export const types = {
  "application/pdf": "PDF-Dokument",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word-Dokument",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel-Arbeitsmappe",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint-Präsentation",
  "application/vnd.oasis.opendocument.text": "OpenDocument-Text",
  "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument-Tabelle",
  "application/vnd.oasis.opendocument.presentation": "OpenDocument-Präsentation",
  "application/epub+zip": "EPUB-Buch",
  "application/rtf": "Formatierter Text",
  "application/json": "JSON",
  "application/xml": "XML",
  "application/yaml": "YAML",
  "application/zip": "ZIP-Archiv",
  "text/plain": "Text",
  "text/markdown": "Markdown-Text",
  "text/csv": "Tabelle (CSV)",
  "text/tab-separated-values": "Tabelle (TSV)",
  "text/html": "Webseite",
  "image/jpeg": "JPEG-Bild",
  "image/svg+xml": "SVG-Zeichnung",
  "audio/mpeg": "MP3-Ton",
};
export const families = {
  image: (kind: string) => `${kind}-Bild`,
  audio: (kind: string) => `${kind}-Ton`,
  video: (kind: string) => `${kind}-Film`,
  font: (kind: string) => `${kind}-Schrift`,
  text: (kind: string) => `${kind}-Text`,
};
export const facts = (all: readonly string[]) => all.join(", ");
export const pixels = (width: number, height: number) => `${width} × ${height} Pixel`;
export const pages = { one: "# Seite", other: "# Seiten" };
export const slides = { one: "# Folie", other: "# Folien" };
export const sheets = { one: "# Tabellenblatt", other: "# Tabellenblätter" };
export const chapters = { one: "# Kapitel", other: "# Kapitel" };
export const characters = { one: "# Zeichen", other: "# Zeichen" };
export const useVersion = "Wieder verwenden";
export const useVersionOf = (name: string) => `${name} wieder verwenden`;
export const versionUsed = (name: string) => `${name} ist wieder die aktuelle Version.`;
