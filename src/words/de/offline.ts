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
export const needsNetwork =
  "Eine Seite dieser Art lässt sich nur mit Netz anlegen. Dokumente, Aufgabenlisten, Tabellen, Code und Leinwände gehen auch ohne.";
export const notPrepared =
  "Du bist offline, und dieser Browser hat nicht bereit, was eine neue Seite braucht. Lege sie an, wenn das Netz wieder da ist.";
export const tooManyPending = "Es warten schon viele neue Seiten. Lege diese an, wenn das Netz wieder da ist.";
export const cannotKeep =
  "In diesem Browser ist kein Platz für eine neue Seite. Lege sie an, wenn das Netz wieder da ist.";
export const notMade = (page: string, why: string) =>
  `„${page}“ konnte nicht angelegt werden: ${why} Dein Text bleibt auf diesem Gerät: Öffne „Was noch nicht gesendet ist“, um ihn zu kopieren.`;
export const wasNotMade = "wurde nicht angelegt";
export const copyWords = "Text kopieren";
export const copied = "Kopiert.";
export const discard = "Verwerfen";
export const discardAsked = "Diesen Text verwerfen?";
export const discardHint = "Er liegt nur auf diesem Gerät.";
