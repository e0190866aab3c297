/** Deutsch: was eine App oder ein Terminal bekommt. */
import type { Inline } from "../inline.ts";

export const connect = (name: string) => `${name} verbinden`;
export const connectIt = (name: string) => `${name} verbinden?`;
export const asks = (name: Inline, email: Inline) => [
  name,
  " möchte in Octavo in deinem Namen arbeiten, als ",
  email,
  ", im Rahmen deiner Rechte.",
];
export const chooseDrive = "Wähle mindestens eine oder alle Ablagen.";
export const staysFor = "Bleibt verbunden für";
export const days = { one: "einen Tag", other: "# Tage" };
export const allow = "Erlauben";
export const decline = "Ablehnen";
export const limits =
  "Sie kann weder ändern, wer Zugriff hat, noch dein Konto. In deinen Einstellungen beendest du die Verbindung jederzeit.";
export const notVerified = "Nicht geprüft.";
export const anyApp = (lead: Inline) => [lead, " Jede App kann sich so nennen."];
export const vouchedFor = (host: Inline) => ["Für den Namen bürgt ", host, "."];
export const mixedLead = "Sieh dir den Namen genau an.";
export const mixedName = (lead: Inline) => [
  lead,
  " Er mischt Buchstaben verschiedener Schriften und ahmt vielleicht einen anderen Namen nach.",
];
export const sharedHost = (host: Inline, suffix: Inline) => [
  host,
  " liegt bei einem Anbieter, den sich viele teilen: Jeder kann eine Adresse bekommen, die auf ",
  suffix,
  " endet. Sie sagt nichts darüber, wer die App betreibt.",
];
export const toSite = (host: Inline) => [
  "Wenn du es erlaubst, wirst du zu ",
  host,
  " weitergeleitet. Lehne ab, wenn du nicht von dort gekommen bist.",
];
export const toLoopback =
  "Ein Programm auf diesem Computer bekommt Zugriff. Lehne ab, wenn du es nicht selbst gestartet hast.";
export const toApp = (scheme: Inline) => [
  "Das Programm auf diesem Computer, das Links mit ",
  scheme,
  " öffnet, bekommt Zugriff. Lehne ab, wenn du es nicht selbst gestartet hast.",
];
export const toTerminal = (code: Inline) => [
  "Ein Programm, das den Code ",
  code,
  " anzeigt, bekommt Zugriff. Lehne ab, wenn du diesen Code nicht in einem eigenen Terminal siehst, egal, wer ihn dir geschickt hat.",
];
export const drives = "Ablagen";
export const onlyThese = "Nur diese";
export const allOfThem = "Alle Ablagen, auch künftige";
export const itMay = "Berechtigungen";
export const readAndWrite = "Lesen und schreiben";
export const onlyRead = "Nur lesen";
export const mayRead = "Sie darf lesen und nichts ändern.";
export const terminal = "Ein Terminal verbinden";
export const enterCode = "Gib den Code ein, den dein Terminal anzeigt.";
export const noTerminal =
  "Kein Terminal wartet mit diesem Code. Codes gelten 15 Minuten: Sieh nach, ob es inzwischen einen anderen anzeigt.";
export const code = "Code";
export const goOn = "Weiter";
export const connected = "Verbunden";
export const declined = "Abgelehnt";
export const backToTerminal = "Geh zurück zu deinem Terminal. Es fährt automatisch fort.";
export const getsNothing = "Dein Terminal hat keinen Zugriff bekommen. Du kannst diese Seite schließen.";
export const whatHasAccess = "Apps mit Zugriff auf dein Konto";
export const ended = "Diese Anfrage ist beendet";
export const beginAgain =
  "Sie wurde schon beantwortet oder ist abgelaufen. Beginne in der App oder dem Terminal, das dich hierher geschickt hat, von vorn.";
export const anotherCode = "Anderen Code eingeben";
export const cannotConnect = "Diese App kann sich nicht verbinden";
export const notSentBack = "Du wurdest nicht weitergeleitet, weil die Adresse der App nicht bestätigt werden konnte.";
export const requestRefused = (name: Inline) => [name, " hat dich mit einer ungültigen Anfrage hierher geschickt."];
export const leadsBackTo = (host: Inline) => [
  "Der Link zurück führt zu ",
  host,
  ". Folge ihm nur, wenn du von dort gekommen bist.",
];
export const goBack = "Zurück zur App";
export const forDeveloper = (sentence: string) => `Für die Entwickler der App: ${sentence}`;
