/** German: without a network. */
export const title = "Keine Verbindung";
export const sentence =
  "Diese Seite liegt nicht auf diesem Gerät. Was du anderswo geschrieben hast, ist hier sicher und wird gesendet, sobald das Netz wieder da ist.";
export const tryAgain = "Erneut versuchen";
export const recent = "Zuletzt geöffnete Seiten";
export const untitled = "Ohne Titel";
export const sent = (page: string) => `Was du ohne Netz in „${page}“ geschrieben hast, ist jetzt gespeichert.`;
export const sentUntitled = "Was du ohne Netz geschrieben hast, ist jetzt gespeichert.";
export const waiting = "Was noch nicht gesendet ist";
export const nothingWaits = "Nichts: Alles, was du geschrieben hast, ist gespeichert.";
export const whenReached = "Wird gesendet, sobald der Dienst erreichbar ist.";
export const sendNow = "Jetzt senden";
export const waits = "wartet";
export const refused = "wurde nicht angenommen: öffne die Seite, um zu sehen, warum";
