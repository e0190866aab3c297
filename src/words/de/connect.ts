/** Deutsch: Programme verbinden. */
export const title = "Einen Agenten verbinden";
export const settings = "Einstellungen";
export const lead =
  "Agenten und Apps lesen und bearbeiten deine Seiten in deinem Namen und im Rahmen deiner Rechte, während du auf derselben Seite schreibst. Ihre Änderungen sind mit ihrem Namen gekennzeichnet, und du kannst sie rückgängig machen.";
export const address = "Server-URL";
export const addressAlone = "Claude und ChatGPT brauchen nur diese URL: Sie fordern dich auf, dich anzumelden.";
export const makeToken = "Ein Token anlegen";
export const oneForEach =
  "Andere Apps brauchen ein Token. Lege für jede App ein eigenes an, damit du sie einzeln widerrufen kannst.";
export const newToken = "Dein neues Token";
export const token = "Token";
export const copyNow =
  "Kopiere es jetzt: Es wird nicht noch einmal angezeigt. Unten ist es eingesetzt, bis du diese Seite verlässt.";
export const setUp = "Die App einrichten";
export const connected = "Verbunden";
export const nothingYet = "Noch ist nichts verbunden.";
export const signsIn = "Anmeldung";
export const byToken = "Token";
export const snippetOf = (program: string, where: string) => `${program}: ${where}`;
export const copyOne = (what: string) => `${what} kopieren`;
export const copy = "Kopieren";
export const copied = "Kopiert";
export const tokenName = "Name";
export const whatWillUse = "App, die es verwenden wird";
export const drives = "Ablagen";
export const noneForAll = "Wähle keine aus, um alle Ablagen einzuschließen, auch künftige.";
export const itMay = "Berechtigungen";
export const read = "Lesen";
export const write = "Lesen und schreiben";
export const share = "Lesen, schreiben, Seiten teilen und Mitglieder verwalten";
export const itWorks = "Läuft ab";
export const days30 = "Nach 30 Tagen";
export const days90 = "Nach 90 Tagen";
export const aYear = "Nach einem Jahr";
export const untilRevoked = "Wenn du es widerrufst";
export const make = "Token anlegen";
export const revokeToken = "Token widerrufen?";
export const stopsAtOnce = (name: string) => `Alles, was „${name}“ verwendet, funktioniert sofort nicht mehr.`;
export const revoke = "Widerrufen";
export const revoked = (name: string) => `„${name}“ widerrufen.`;
export const waiting = (name: string) => `Warten auf die erste Anfrage von „${name}“ …`;
export const cameThrough = (name: string) => `„${name}“ ist verbunden: Die erste Anfrage war erfolgreich.`;
export const wasRefused = (name: string, code: string) =>
  `Eine Anfrage von „${name}“ wurde abgelehnt (${code}). Warten auf die nächste …`;
