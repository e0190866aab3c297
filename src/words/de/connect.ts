/** Deutsch: Programme verbinden. */
export const title = "Einen Agenten verbinden";
export const settings = "Einstellungen";
export const lead =
  "Agenten und Programme lesen und bearbeiten deine Seiten in deinem Namen und im Rahmen deiner Rechte, während du auf derselben Seite schreibst. Was sie schreiben, trägt ihren Namen, und du kannst es zurücknehmen.";
export const address = "Adresse";
export const addressAlone = "Claude und ChatGPT brauchen sonst nichts: Sie lassen dich anmelden.";
export const makeToken = "Ein Token anlegen";
export const oneForEach =
  "Die anderen Programme senden ein Token. Lege für jedes ein eigenes an, damit du es einzeln widerrufen kannst.";
export const newToken = "Dein neues Token";
export const token = "Token";
export const copyNow =
  "Kopiere es jetzt: Es wird nicht noch einmal angezeigt. Unten ist es eingesetzt, bis du diese Seite verlässt.";
export const setUp = "Das Programm einrichten";
export const connected = "Verbunden";
export const nothingYet = "Noch ist nichts verbunden.";
export const signsIn = "meldet sich an";
export const byToken = "Token";
export const snippetOf = (program: string, where: string) => `${program}: ${where}`;
export const copyOne = (what: string) => `${what} kopieren`;
export const copy = "Kopieren";
export const copied = "Kopiert";
export const tokenName = "Name";
export const whatWillUse = "Was es verwenden wird";
export const drives = "Ablagen";
export const noneForAll = "Wähle keine aus, um alle zu meinen, auch künftige.";
export const itMay = "Es darf";
export const read = "lesen";
export const write = "lesen und schreiben";
export const share = "lesen, schreiben, Seiten teilen und Mitglieder ändern";
export const itWorks = "Es gilt";
export const days30 = "30 Tage";
export const days90 = "90 Tage";
export const aYear = "ein Jahr";
export const untilRevoked = "bis du es widerrufst";
export const make = "Token anlegen";
export const revokeToken = "Token widerrufen?";
export const stopsAtOnce = (name: string) => `Was „${name}“ verwendet, funktioniert sofort nicht mehr.`;
export const revoke = "Widerrufen";
export const revoked = (name: string) => `„${name}“ ist widerrufen.`;
export const waiting = (name: string) => `Warten auf den ersten Aufruf von „${name}“ …`;
export const cameThrough = (name: string) => `„${name}“ ist verbunden: Der erste Aufruf ist angekommen.`;
export const wasRefused = (name: string, code: string) =>
  `Der Aufruf von „${name}“ wurde abgelehnt (${code}). Warten auf den nächsten …`;
