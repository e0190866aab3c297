/** German: the preview of a page next to a list. */
export const loading = "Wird geladen …";
export const unavailable =
  "Für diese Seite gibt es keine Vorschau. Vielleicht wurde sie gelöscht, oder du hast keinen Zugriff mehr darauf.";
export const openToSee = "Öffne die Seite, um ihren Inhalt zu sehen.";
export const open = "Öffnen";
export const choose = "auswählen";
export const opens = "öffnen";
