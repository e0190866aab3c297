/** Deutsch: Kommentare neben dem Text einer Seite. */
export const comments = "Kommentare";
export const openCount = { one: "# offener Kommentar", other: "# offene Kommentare" };
export const comment = "Kommentieren";
export const newComment = "Neuer Kommentar";
export const onWholePage = "Zur ganzen Seite";
export const onCells = (cells: string) => `Zu ${cells}`;
export const onArea = "Zu einem Bereich des Bildes";
export const area = (number: string) => `Bereich ${number}`;
export const onPage = (page: string, quote: string) => `Seite ${page}: „${quote}“`;
export const chooseArea = "Bereich wählen";
export const areaHint =
  "Zeichne ein Rechteck auf das Bild. Mit der Tastatur: Pfeiltasten verschieben es, mit Umschalt ändern sie die Größe, Enter bestätigt.";
export const useArea = "Diesen Bereich kommentieren";
export const commentOnPage = "Ganze Seite kommentieren";
export const cancel = "Abbrechen";
export const areaAt = (x: string, y: string, width: string, height: string) =>
  `${x} von links, ${y} von oben, ${width} breit, ${height} hoch`;
export const onQuote = (quote: string) => `Zu „${quote}“`;
export const write = "Kommentar schreiben";
export const reply = "Antworten";
export const send = "Kommentieren";
export const commentBy = (name: string) => `Kommentar von ${name}`;
export const suggestionBy = (name: string) => `Vorschlag von ${name}`;
export const unread = "Ungelesen";
export const replies = { one: "# Antwort", other: "# Antworten" };
export const earlier = { one: "# frühere Antwort zeigen", other: "# frühere Antworten zeigen" };
export const resolve = "Erledigen";
export const reopen = "Wieder öffnen";
export const more = "Weitere Aktionen";
export const copyLink = "Link kopieren";
export const linkCopied = "Link kopiert.";
export const follow = "Bei Antworten benachrichtigen";
export const unfollow = "Bei Antworten nicht mehr benachrichtigen";
export const linkTask = "Erledigen, sobald eine Aufgabe erledigt ist …";
export const unlinkTask = "Verknüpfung mit der Aufgabe entfernen";
export const chooseTask = "Aufgabe wählen";
export const noTasks = "Auf dieser Seite gibt es keine offene Aufgabe. Lege zuerst eine an.";
export const resolvesWithTask = "Wird erledigt, sobald die verknüpfte Aufgabe erledigt ist.";
export const remove = "Kommentare löschen";
export const removeIt = "Löschen";
export const removeAsked = "Diese Kommentare löschen?";
export const goneForAll = "Niemand kann sie mehr lesen.";
export const removeComment = "Diesen Kommentar löschen?";
export const commentGone = "Niemand kann ihn mehr lesen.";
export const deletedComment = "Dieser Kommentar wurde gelöscht.";
export const wasHere = "Vorher:";
export const readsNow = "Jetzt:";
export const detached = "Diese Wörter wurden gelöscht.";
export const lastLine = (line: string) => `Sie standen in Zeile ${line}.`;
export const placeAgain = "An der Auswahl platzieren";
export const selectFirst = "Wähle zuerst die Wörter im Text aus.";
export const selectToComment = "Wähle zuerst Text aus, oder kommentiere die ganze Seite.";
export const tooLong = "Wähle höchstens 1.000 Zeichen aus.";
export const notOnText = "Dieser Teil der Seite kann nicht kommentiert werden.";
export const resolvedBy = (name: string) => `Erledigt von ${name}`;
export const closings = {
  resolved: "Erledigt",
  task: "Erledigt, weil die Aufgabe erledigt ist",
  accepted: "Angenommen",
  rejected: "Abgelehnt",
};
export const accept = "Annehmen";
export const reject = "Ablehnen";
export const acceptAnyway = "Diese Fassung annehmen";
export const deletes = "Löschen:";
export const inserts = "Einfügen:";
export const replaces = "Ersetzen durch:";
export const differs = "Die Wörter haben sich seitdem geändert. Angenommen ergäbe der Vorschlag:";
export const bothChanged =
  "Dieselben Wörter wurden verschieden geändert. Ändere den Text und lehne diesen Vorschlag dann ab.";
export const refusals = {
  words_gone: "Die Wörter dieses Vorschlags wurden gelöscht.",
  place_unsure: "Der Text hat sich so stark geändert, dass die Stelle dieses Vorschlags unklar ist.",
  overlaps: "Ein anderer Vorschlag hat dieselben Wörter geändert.",
};
export const acceptedAll = { one: "# Vorschlag angenommen.", other: "# Vorschläge angenommen." };
export const filter = "Anzeigen";
export const filters = { open: "Offen", resolved: "Erledigt", mine: "Meine", detached: "Ohne Stelle" };
export const counted = (name: string, count: string) => `${name} (${count})`;
export const none = {
  open: "Keine offenen Kommentare. Wähle Text aus, um ihn zu kommentieren.",
  resolved: "Keine erledigten Kommentare.",
  mine: "Du hast auf dieser Seite nichts kommentiert.",
  detached: "Alle Kommentare haben ihre Stelle im Text.",
};
export const noneToRead = "Keine offenen Kommentare.";
export const loadMore = "Mehr zeigen";
export const close = "Kommentare schließen";
export const showAll = "Alle Kommentare";
export const added = "Kommentar hinzugefügt.";
export const wasResolved = "Erledigt.";
export const wasReopened = "Wieder geöffnet.";
export const noMore = "Auf dieser Seite gibt es keine offenen Kommentare.";
export const draftKept = "Dein Text bleibt auf diesem Gerät erhalten.";
export const notThere = "Diesen Kommentar gibt es nicht mehr.";
export const hasComments = "Mit Kommentaren";
export const printWith = "Mit Kommentaren drucken";
export const numbered = (number: number) => `Kommentar ${number}`;
