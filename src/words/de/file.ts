/** Deutsch: eine Datei und was man von ihr weiß. */
export const download = "Herunterladen";
export const makeDocument = "In Dokument umwandeln";
export const newVersion = "Neue Version";
export const readAgain = "Erneut verarbeiten";
export const unreadable = "Diese Datei konnte nicht verarbeitet werden.";
export const none = "Diese Seite hat keine Datei.";
export const upload = "Datei hochladen";
export const fit = "Einpassen";
export const picture = "Bild";
export const lookClosely = "Bild ansehen";
export const commentArea = "Bereich kommentieren";
export const openOriginal = "Original öffnen";
export const textInFile = "Text in dieser Datei";
export const truncated = "Die Datei enthält mehr Text, als auf eine Seite passt. Nur der Anfang wird angezeigt.";
export const isDifferent = "Unterschiede zur Datei";
export const noText = "Diese Datei enthält keinen Text.";
export const isReadAgain = "Die Datei wird erneut verarbeitet.";
export const notShown = "Die Seite konnte nicht aktualisiert werden. Lade sie neu.";
export const reading = {
  pending: "Wartet auf Verarbeitung",
  processing: "Wird verarbeitet …",
  completed: "Bereit",
  failed: "Verarbeitung fehlgeschlagen",
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
  "image/svg+xml": "SVG-Bild",
  "audio/mpeg": "MP3-Audio",
};
export const families = {
  image: (kind: string) => `${kind}-Bild`,
  audio: (kind: string) => `${kind}-Audio`,
  video: (kind: string) => `${kind}-Video`,
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
export const useVersion = "Wiederherstellen";
export const useVersionOf = (name: string) => `${name} wiederherstellen`;
export const versionUsed = (name: string) => `${name} ist wieder die aktuelle Version.`;
