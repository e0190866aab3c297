/** Deutsch: Importe und Exporte. */
export const transfers = "Import und Export";
export const transfersOf = (drive: string) => `Import und Export – ${drive}`;
export const importHeading = "Import";
export const importHint =
  "Ein Zip-Archiv aus Notion, Obsidian, Outline oder einer anderen Ablage, oder ein gezippter Ordner mit Markdown-, HTML-, Word- und CSV-Dateien: bis 5 GB und 100.000 Seiten. Der Import läuft weiter, wenn du diese Seite schließt. Die Seiten erscheinen, sobald er abgeschlossen ist. Datenbanken aus Notion werden zu Ordnern mit Eigenschaften.";
export const importUnder = "Importieren unter";
export const tablesBecome = "CSV-Dateien werden";
export const tablesAs = { sheets: "Tabellen", folders: "Ordner mit einer Seite pro Zeile" };
export const chooseArchive = "Archiv auswählen";
export const archive = "Archiv zum Importieren";
export const exportHeading = "Export";
export const exportHint =
  "Alles in dieser Ablage, was du sehen darfst, als Zip-Archiv gewöhnlicher Dateien. Exportiere eine große Ablage im Hintergrund: bis 5 GB an Dateien und 100.000 Seiten, während du etwas anderes tust.";
export const exportDrive = "Diese Ablage exportieren";
export const exportSoon = "Im Hintergrund exportieren";
export const tooLarge = "Das ist zu groß für einen direkten Download";
export const tooLargeHint =
  "Bis zu 100.000 Seiten und 5 GB an Dateien lassen sich im Hintergrund exportieren. Dort kannst du den Fortschritt verfolgen und das Archiv herunterladen.";
export const list = "Importe und Exporte des letzten Monats";
export const none = "Im letzten Monat wurde nichts importiert oder exportiert.";
export const uploading = (sent: string, size: string) => `Wird hochgeladen: ${sent} von ${size}`;
export const waits =
  "Der Dienst ist nicht erreichbar. Das Hochladen geht weiter, sobald die Verbindung wieder besteht.";
export const reading = "Das Archiv wird gelesen";
export const making = (done: string, total: string) => `Seiten werden angelegt: ${done} von ${total}`;
export const converting = "Word- und HTML-Dateien werden gelesen";
export const publishing = "Die Seiten werden an ihren Platz verschoben";
export const paused = "Wartet auf dich";
export const failed = "Fehlgeschlagen";
export const cancelled = "Abgebrochen";
export const clearing = "Die importierten Seiten werden entfernt";
export const pages = { one: "# Seite", other: "# Seiten" };
export const files = { one: "# Datei", other: "# Dateien" };
export const changed = { one: "# geändert", other: "# geändert" };
export const skipped = { one: "# ausgelassen", other: "# ausgelassen" };
export const report = "Bericht";
export const reportOf = (name: string) => `Bericht über ${name}`;
export const leftOut = "Ausgelassen";
export const wasChanged = "Geändert";
export const more = "Mehr anzeigen";
export const cancel = "Abbrechen";
export const cancelNamed = (name: string) => `${name} abbrechen`;
export const cancelAsked = "Diesen Import abbrechen?";
export const cancelImport = "Import abbrechen";
export const cancelHint = "Alles bisher Angelegte wird entfernt.";
export const goOn = "Fortsetzen";
export const goOnNamed = (name: string) => `${name} fortsetzen`;
export const done = (name: string) => `„${name}“ wurde importiert.`;
export const leaveAsked = "Diese Seite verlassen?";
export const notUploaded =
  "Das Archiv wird noch hochgeladen. Es wird nicht importiert, wenn du die Seite jetzt verlässt.";
export const leave = "Verlassen";

export const naming = "Die Seiten werden aufgelistet";
export const writing = (written: string, total: string) => `Seiten werden geschrieben: ${written} von ${total}`;
export const packing = "Das Archiv wird erstellt";
export const cancelExportAsked = "Diesen Export abbrechen?";
export const cancelExport = "Export abbrechen";
export const exported = (name: string) => `„${name}“ kann heruntergeladen werden.`;
export const download = "Herunterladen";
export const downloadNamed = (name: string) => `${name} herunterladen`;
export const keptUntil = (day: string) => `verfügbar bis ${day}`;
export const expired = "nicht mehr verfügbar";
export const see = "Seiten ansehen";
export const seeNamed = (name: string) => `Seiten aus ${name} ansehen`;
export const remove = "Löschen";
export const removeNamed = (name: string) => `${name} löschen`;
export const removeAsked = "Dieses Archiv löschen?";
export const removeArchive = "Archiv löschen";
export const removeHint = "Das Archiv kann dann nicht mehr heruntergeladen werden. Die Seiten ändern sich nicht.";
