/** Deutsch: Anmeldung, und Seiten, die für sich stehen. */
import type { Inline } from "../inline.ts";

export const signIn = "Anmelden";
export const tagline = "Wo Menschen und Agenten an derselben Seite schreiben.";
export const linkInvalid =
  "Dieser Link funktioniert nicht mehr. Links gelten einmal und zehn Minuten lang. Fordere hier einen neuen an.";
export const accessDenied = "Die Anmeldung wurde abgebrochen. Es hat sich nichts geändert.";
export const stateInvalid =
  "Diese Anmeldung wurde nicht in diesem Browser begonnen oder hat länger als zehn Minuten gedauert. Versuche es noch einmal.";
export const emailUnverified =
  "Der Anbieter hat deine E-Mail-Adresse nicht bestätigt und kann dich deshalb hier nicht anmelden.";
export const providerUnavailable =
  "Der Anbieter ist gerade nicht erreichbar. Versuche es gleich noch einmal oder fordere einen Link an.";
export const accountSuspended = "Dieses Konto ist gesperrt. Wende dich an die Verwaltung dieses Dienstes.";
export const signInFailed = "Die Anmeldung hat nicht geklappt. Versuche es noch einmal.";
export const againHint = "Für diese Aktion ist eine Anmeldung in den letzten zehn Minuten nötig.";
export const emailAddress = "E-Mail-Adresse";
export const sendLink = "Link schicken";
export const noPassword =
  "Kein Passwort: Wir schicken dir einen Link, der dich anmeldet. Der erste legt dein Konto an.";
export const noPasswordForKnown = "Kein Passwort: Wir schicken dir einen Link, der dich anmeldet.";
export const newByInvitation = "Für ein neues Konto brauchst du eine Einladung.";
export const newAtDomains = (domains: string) => `Neue Konten gibt es nur für Adressen bei ${domains}.`;
export const newNever = "Neue Konten gibt es hier nicht.";
export const invited = "Du bist eingeladen: Mit der Anmeldung entsteht dein Konto.";
export const cannotSignUp = "Du kannst hier noch kein Konto anlegen";
export const cannotSignUpInvited =
  "Dieses Octavo ist für Menschen offen, die eingeladen wurden. Bitte jemanden, der es nutzt, eine Seite mit deiner Adresse zu teilen oder dir einen Einladungslink zu schicken.";
export const cannotSignUpDomains = (domains: string) =>
  `Dieses Octavo ist für Menschen mit einer Adresse bei ${domains}. Wenn du eine hast, melde dich damit an.`;
export const cannotSignUpClosed =
  "Dieses Octavo nimmt keine neuen Konten an. Wenn du schon ein Konto hast, gehört es zu einer anderen Adresse: Melde dich mit ihr an.";
export const cannotSignUpFull =
  "Dieses Octavo hat so viele Konten, wie es haben darf. Bitte die Verwaltung, Platz zu schaffen, und versuche es dann noch einmal.";
export const nothingCreated =
  "Es wurde nichts angelegt, und über dich wurde nichts gespeichert außer einem Eintrag im Audit-Protokoll.";
export const signInOtherAddress = "Mit einer anderen Adresse anmelden";
export const needsScript = "Octavo braucht JavaScript, das in diesem Browser ausgeschaltet ist.";
export const withPasskey = "Mit einem Passkey anmelden";
export const lookIntoMail = (address: Inline) => [
  "Sieh in deinem Postfach nach. Wenn sich ",
  address,
  " hier anmelden kann, ist ein Link unterwegs. Er gilt einmal und zehn Minuten lang.",
];
export const developmentServer = (command: Inline) => [
  "Das ist ein Entwicklungsserver: Es wird keine E-Mail verschickt. Der Link steht in der Konsole mit ",
  command,
  ".",
];
export const noMail = "Dieses Octavo verschickt keine E-Mails. Bitte seine Verwaltung um einen Anmeldelink.";
export const linkOver = "Dieser Link funktioniert nicht mehr. Links gelten einmal und zehn Minuten lang.";
export const linkCommand = (command: Inline) => ["Die Verwaltung erzeugt ihn mit ", command, "."];
export const anotherAddress = "Andere Adresse verwenden";
export const continueWith = (provider: string) => `Weiter mit ${provider}`;
export const noPasskeyUsed = "Es wurde kein Passkey verwendet. Versuche es noch einmal oder fordere einen Link an.";
export const signingIn = "Anmeldung läuft";
export const oneMoment = "Einen Moment";
export const continueToOctavo = "Weiter zu Octavo";
export const signInAs = (email: string) => `Als ${email} anmelden?`;
export const linkMadeFor =
  "Dieser Link wurde für diese Adresse erstellt. Wenn du ihn nicht angefordert hast, schließe diese Seite.";
export const confirmAddress = "Adresse bestätigen";
export const addressMoves = (email: Inline, name: Inline, present: string) => [
  email,
  " wird die Adresse, mit der man sich beim Konto von ",
  name,
  ` anmeldet, anstelle von ${present}. Alle anderen Sitzungen dieses Kontos enden.`,
];
export const notYourAccount = "Wenn dieses Konto nicht deines ist, schließe diese Seite: Es ändert sich nichts.";
export const useAddress = "Diese Adresse verwenden";
export const addressConfirmed = "Adresse bestätigt";
export const signInFromNow = (email: Inline) => ["Du meldest dich ab jetzt mit ", email, " an."];
export const continueToSettings = "Weiter zu deinen Einstellungen";
export const linkNotValid = "Link ungültig";
export const linkDoesNotWork = "Dieser Link ist ungültig";
export const nothingChanged =
  "Es wurde nichts geändert. Links gelten einmal und einen Tag lang, und ein neuer ersetzt den alten. Fordere in deinen Einstellungen einen neuen an.";
export const goToSettings = "Zu deinen Einstellungen";
export const nothingHere = "Seite nicht gefunden";
export const notForYou = "Kein Zugriff";
export const slower = "Zu viele Anfragen";
export const wentWrong = "Etwas ist schiefgegangen";
export const notFound = (address: Inline) => [
  "Unter der Adresse ",
  address,
  " ist nichts, oder es wurde nicht mit dir geteilt. Prüfe die Adresse oder frage die Person, die sie dir geschickt hat.",
];
export const goToDrive = "Zu meiner Ablage";
export const request = (id: string) => `Anfrage ${id}`;
export const needItFor = "Wofür brauchst du Zugriff? (optional)";
export const ownerSees =
  "Wenn es diese Seite gibt, sieht ihr Eigentümer deinen Namen, deine E-Mail-Adresse und diese Nachricht.";
export const askForAccess = "Um Zugriff bitten";
