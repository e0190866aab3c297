/** German: without a network. */
export const title = "Keine Verbindung";
export const sentence =
  "Diese Seite ist offline nicht verfügbar. Deine Änderungen an anderen Seiten sind sicher und werden gesendet, sobald du wieder online bist.";
export const tryAgain = "Erneut versuchen";
export const recent = "Zuletzt geöffnete Seiten";
export const untitled = "Ohne Titel";
export const sent = (page: string) => `Deine Offline-Änderungen an „${page}“ sind jetzt gespeichert.`;
export const sentUntitled = "Deine Offline-Änderungen sind jetzt gespeichert.";
export const waiting = "Nicht gesendete Änderungen";
export const nothingWaits = "Alle deine Änderungen sind gespeichert.";
export const whenReached = "Wird gesendet, sobald der Dienst erreichbar ist.";
export const sendNow = "Jetzt senden";
export const waits = "wartet";
export const refused = "wurde abgelehnt: öffne die Seite, um den Grund zu sehen";
export const needsNetwork =
  "Eine Seite dieser Art lässt sich nur mit Netz anlegen. Dokumente, Aufgabenlisten, Tabellen, Code und Leinwände gehen auch ohne.";
export const notPrepared =
  "Du bist offline, und dieser Browser kann noch keine Seiten offline anlegen. Versuche es noch einmal, wenn du wieder online bist.";
export const tooManyPending = "Es warten schon viele neue Seiten. Lege diese an, wenn das Netz wieder da ist.";
export const cannotKeep =
  "In diesem Browser ist kein Platz für eine neue Seite. Lege sie an, wenn das Netz wieder da ist.";
export const notMade = (page: string, why: string) =>
  `„${page}“ konnte nicht angelegt werden: ${why} Dein Text bleibt auf diesem Gerät: Öffne „Nicht gesendete Änderungen“, um ihn zu kopieren.`;
export const wasNotMade = "wurde nicht angelegt";
export const copyWords = "Text kopieren";
export const copied = "Kopiert.";
export const discard = "Verwerfen";
export const discardAsked = "Diesen Text verwerfen?";
export const discardHint = "Er liegt nur auf diesem Gerät.";
