/** Deutsch: der Vorschlagsmodus und Vorschläge im Text. */
export const suggesting = "Vorschläge";
export const started = "Der Vorschlagsmodus ist an. Was du schreibst, ändert die Seite erst, wenn jemand es übernimmt.";
export const howItWorks = "Du schlägst Änderungen vor. Sie ändern die Seite erst, wenn jemand sie übernimmt.";
export const typeToSuggest = "Ändere den Text, um etwas vorzuschlagen.";
export const counted = { one: "# Änderung", other: "# Änderungen" };
export const comment = "Kommentar hinzufügen (optional)";
export const send = "Vorschlagen";
export const discard = "Verwerfen";
export const leave = "Beenden";
export const leaveHint = "Vorschlagsmodus beenden";
export const discardTitle = "Vorschläge verwerfen?";
export const discardSentence = "Deine Änderungen hier gehen verloren. Die Seite bleibt, wie sie ist.";
export const nothing = "Es gibt noch nichts vorzuschlagen.";
export const sentCounted = { one: "# Vorschlag gesendet.", other: "# Vorschläge gesendet." };
export const kept = "Deine Vorschläge bleiben auf diesem Gerät, bis du sie sendest oder verwirfst.";
export const left = "Der Vorschlagsmodus ist aus.";
export const offer = "Du hast Vorschläge für diese Seite, die noch nicht gesendet sind.";
export const goOn = "Fortsetzen";
export const conflict =
  "Jemand hat Wörter geändert, die du ersetzen willst. Dein Vorschlag ersetzt jetzt die neuen Wörter.";
export const too_many =
  "Du kannst höchstens 500 Änderungen auf einmal vorschlagen. Verwirf einige oder mach die letzten rückgängig.";
export const too_long = "Eine Änderung fügt mehr als 10.000 Zeichen hinzu. Kürze sie.";
export const removed = "Entfernt: ";
export const newLine = "Neue Zeile";
export const accepted = "Vorschlag übernommen.";
export const rejected = "Vorschlag abgelehnt.";
export const noneHere = "Setze die Schreibmarke zuerst auf einen Vorschlag.";
export const noneOpen = "Auf dieser Seite gibt es keine offenen Vorschläge.";
export const needsLook = "Die Wörter haben sich seitdem geändert. Sieh dir den Vorschlag an, bevor du ihn übernimmst.";
export const acceptAll = "Alle Vorschläge übernehmen";
export const rejectAll = "Alle Vorschläge ablehnen";
export const acceptAllSentence = { one: "# Vorschlag ändert die Seite.", other: "# Vorschläge ändern die Seite." };
export const rejectAllSentence = {
  one: "# Vorschlag wird geschlossen. Die Seite bleibt, wie sie ist.",
  other: "# Vorschläge werden geschlossen. Die Seite bleibt, wie sie ist.",
};
export const acceptedCounted = { one: "# Vorschlag übernommen.", other: "# Vorschläge übernommen." };
export const rejectedCounted = { one: "# Vorschlag abgelehnt.", other: "# Vorschläge abgelehnt." };
export const leftCounted = {
  one: "# musst du noch ansehen, weil sich die Wörter geändert haben.",
  other: "# musst du noch ansehen, weil sich die Wörter geändert haben.",
};
