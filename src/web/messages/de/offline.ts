/** German: without a network. */
export const title = "Keine Verbindung";
export const sentence =
  "Diese Seite liegt nicht auf diesem Gerät. Was du anderswo geschrieben hast, ist hier sicher und wird gesendet, sobald das Netz wieder da ist.";
export const tryAgain = "Erneut versuchen";
export const recent = "Zuletzt geöffnete Seiten";
export const untitled = "Ohne Titel";
export const sent = (page: string) => `Was du ohne Netz in „${page}“ geschrieben hast, ist jetzt gespeichert.`;
export const sentUntitled = "Was du ohne Netz geschrieben hast, ist jetzt gespeichert.";
