/** Deutsch: welche Arten von Benachrichtigungen jemand bekommt. */
export const title = "Benachrichtigungen einstellen";
export const hint = "Wähle, worüber du benachrichtigt wirst. Das gilt auf allen deinen Geräten.";
export const securityHint = "Über die Sicherheit deines Kontos wirst du immer benachrichtigt.";
export const saved = "Gespeichert.";
export const PAGE_SHARED = "Jemand teilt eine Seite mit dir";
export const PERMISSION_UPDATED = "Dein Zugriff auf eine Seite ändert sich";
export const PERMISSION_REVOKED = "Du verlierst den Zugriff auf eine Seite";
export const MENTION = "Jemand erwähnt dich oder weist dir eine Aufgabe zu";
export const CONNECTION_REQUEST = "Jemand möchte dich als Kontakt";
export const CONNECTION_ACCEPTED = "Jemand nimmt deine Kontaktanfrage an";
export const DRIVE_MEMBER_ADDED = "Du wirst zu einer Ablage hinzugefügt";
export const FILE_PROCESSED = "Eine Datei mit langer Verarbeitung ist bereit";
export const FILE_FAILED = "Eine Datei konnte nicht gelesen werden";
export const ACCESS_REQUEST = "Jemand bittet um Zugriff auf eine Seite";
export const ACCESS_DECLINED = "Deine Bitte um Zugriff wird abgelehnt";
