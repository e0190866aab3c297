/** Deutsch: die Verwaltung. */
export const overview = "Übersicht";
export const users = "Benutzer";
export const auditLog = "Audit-Protokoll";
export const partOfName = "Teil eines Namens oder einer Adresse";
export const nameOrAddress = "Name oder Adresse";
export const find = "Finden";
export const nobody = "Auf dieser Seite ist niemand.";
export const nobodyFound = (text: string) => `In keinem Namen und keiner Adresse kommt „${text}“ vor.`;
export const person = "Person";
export const messages = "Nachrichten";
export const storage = "Speicher";
export const model = "Modell";
export const since = "Seit";
export const newest = "Erste Seite";
export const nextPage = "Nächste Seite";
export const admin = "Admin";
export const suspended = "Gesperrt";
export const whatTheyDid = "Protokoll der Person";
export const whatOneDid = (name: string) => `Protokoll der Person: ${name}`;
export const textIn = (size: string, pages: string) => `${size} Text auf ${pages}`;
export const pages = { one: "# Seite", other: "# Seiten" };
export const ofFiles = (size: string) => `${size} Dateien`;
export const noModel = "keines";
export const thisIsYou = "Das bist du";
export const letIn = "Entsperren";
export const letOneIn = (name: string) => `${name} entsperren`;
export const suspend = "Sperren";
export const suspendOne = (name: string) => `${name} sperren`;
export const more = "Mehr";
export const moreAbout = (name: string) => `Mehr zu ${name}`;
export const copied = "Kopiert.";
export const suspendAsked = (name: string) => `${name} sperren?`;
export const suspendHint =
  "Alle Sitzungen, Geräte und Links enden sofort, und niemand meldet sich mehr mit diesem Konto an, bis du es entsperrst.";
export const reason = "Grund für das Audit-Protokoll (optional)";
export const takeAdministratorRole = "Administratorrolle entziehen";
export const makeAdministrator = "Zum Administrator machen";
export const exportAccount = "Konto exportieren";
export const deleteAccount = "Konto löschen";
export const exportHint =
  "Der Export enthält das Konto, aber keine Seiten, Dateien oder Nachrichten. Die Person erfährt per E-Mail davon.";
export const makeAdministratorAsked = (name: string) => `${name} zum Administrator machen?`;
export const makeAdministratorHint =
  "Administratoren sehen alle Benutzer, das Audit-Protokoll und wie der Dienst genutzt wird.";
export const takeRoleAsked = (name: string) => `${name} die Rolle entziehen?`;
export const takeRoleHint =
  "Von der nächsten Anfrage an verwaltet die Person nichts mehr, auch wenn ihre Adresse in der Konfiguration steht.";
export const takeRole = "Rolle entziehen";
export const accountExported = "Konto exportiert.";
export const deleteAsked = (name: string) => `${name} löschen?`;
export const deleteHint =
  "Das lässt sich nicht rückgängig machen. Alle Anmeldungen mit diesem Konto enden sofort. Was die Person in Ablagen anderer geschrieben hat, bleibt als Text eines gelöschten Benutzers.";
export const showEverybody = "Alle zeigen";
export const version = (number: string) => `Octavo, Version ${number}`;
