/** Deutsch: E-Mails. */
import type { Notice } from "../../kernel/job.ts";
import type { Contact, Invitation, NoticeWords } from "../en/mail.ts";

export const signIn = "Bei Octavo anmelden";
export const signInText = (link: string) =>
  `Öffne diesen Link, um dich bei Octavo anzumelden. Er gilt einmal und zehn Minuten lang.\n\n${link}\n\nWenn du ihn nicht angefordert hast, beachte diese Nachricht nicht weiter.\n`;
export const confirmAddress = "Bestätige deine neue Adresse für Octavo";
export const confirmAddressText = (link: string) =>
  `Jemand möchte sich mit dieser Adresse bei seinem Octavo-Konto anmelden. Wenn du das bist, öffne diesen Link innerhalb eines Tages und bestätige die Adresse.\n\n${link}\n\nWenn du das nicht angefordert hast, beachte diese Nachricht nicht weiter: Es ändert sich nichts.\n`;
export const contact = (subject: string) => `Octavo: ${subject}`;
export const contactText = ({ name, email, origin, message }: Contact) =>
  `${name} <${email}> schreibt über das Kontaktformular von ${origin}:\n\n${message}\n`;
export const accountDeleted = "Dein Octavo-Konto wurde gelöscht";
export const accountDeletedText = (origin: string) =>
  `Dein Konto bei ${origin} wurde gelöscht, weil jemand, der unter deinem Namen angemeldet war, darum gebeten hat. Das lässt sich nicht rückgängig machen.\n\nWenn du das nicht warst, schreibe der Verwaltung von ${origin}.\n`;
export const accountDeletedByAdministratorText = (origin: string) =>
  `Die Verwaltung von ${origin} hat dein Konto gelöscht. Wende dich an sie, wenn du Fragen dazu hast.\n`;

const notYou = (origin: string) =>
  `Wenn du das nicht warst, melde dich an und setze unter ${origin}/settings deine Zugangsdaten zurück: Das beendet alle Sitzungen, Passkeys und Tokens.`;

export const notices: Readonly<Record<Notice, NoticeWords>> = {
  passkey_added: {
    subject: "Zu deinem Octavo-Konto wurde ein Passkey hinzugefügt",
    text: (origin) =>
      `Mit einem neuen Passkey ist jetzt die Anmeldung bei deinem Konto möglich.\n\n${notYou(origin)}\n`,
  },
  passkey_removed: {
    subject: "Aus deinem Octavo-Konto wurde ein Passkey entfernt",
    text: (origin) => `Mit einem deiner Passkeys kannst du dich nicht mehr anmelden.\n\n${notYou(origin)}\n`,
  },
  device_added: {
    subject: "Zu deinem Octavo-Konto wurde ein Gerät hinzugefügt",
    text: (origin) =>
      `Zu deinem Konto wurde ein Gerät hinzugefügt. Es kann bis zu einem Jahr angemeldet bleiben. Deine Geräte findest du unter ${origin}/settings.\n\n${notYou(origin)}\n`,
  },
  token_added: {
    subject: "Ein Agent oder eine App hat Zugriff auf dein Octavo-Konto",
    text: (origin) =>
      `In deinem Konto wurde ein Token für einen Agenten oder eine App erstellt. Was er darf, siehst du unter ${origin}/settings/connect; dort widerrufst du ihn auch.\n\n${notYou(origin)}\n`,
  },
  device_reuse: {
    subject: "Ein Gerät wurde von deinem Octavo-Konto abgemeldet",
    text: (origin) =>
      `Die Anmeldedaten eines deiner Geräte wurden zweimal verwendet; vielleicht hat jemand eine Kopie davon. Das Gerät wurde abgemeldet. Melde dich darauf neu an.\n\n${notYou(origin)}\n`,
  },
  email_changing: {
    subject: "Deine Adresse für Octavo soll sich ändern",
    text: (origin) =>
      `Jemand, der unter deinem Namen angemeldet war, möchte die Adresse deines Kontos ändern. Bis die neue bestätigt ist, meldest du dich mit dieser an.\n\n${notYou(origin)}\n`,
  },
  email_changed: {
    subject: "Deine Adresse für Octavo hat sich geändert",
    text: (origin) =>
      `Dein Konto hat eine neue Adresse, und mit dieser kannst du dich nicht mehr anmelden. Alle anderen Sitzungen wurden beendet.\n\nWenn du das nicht warst, schreibe sofort der Verwaltung von ${origin}.\n`,
  },
  credentials_reset: {
    subject: "Deine Zugangsdaten für Octavo wurden zurückgesetzt",
    text: (origin) =>
      `Alle Sitzungen und Geräte sind abgemeldet, und alle deine Passkeys und Tokens gelten nicht mehr. Melde dich unter ${origin}/signin mit einem Link per E-Mail an.\n\nWenn du das nicht warst, melde dich jetzt an und prüfe deine Einstellungen.\n`,
  },
  account_exported: {
    subject: "Die Daten deines Octavo-Kontos wurden exportiert",
    text: (origin) =>
      `Die Verwaltung von ${origin} hat die Daten exportiert, die über dein Konto gespeichert sind: Profil, Sitzungen, Geräte und die Einträge über dich im Audit-Protokoll. Deine Seiten, Nachrichten und Dateien gehören nicht dazu. Wende dich an sie, wenn du Fragen dazu hast.\n`,
  },
  account_suspended: {
    subject: "Dein Octavo-Konto ist gesperrt",
    text: (origin) =>
      `Die Verwaltung von ${origin} hat dein Konto gesperrt, sodass sich niemand mehr damit anmelden kann. Wende dich an sie, wenn du Fragen dazu hast.\n`,
  },
};

export const invitation = (inviter: string, isPage: boolean) =>
  isPage
    ? `${inviter} hat in Octavo eine Seite mit dir geteilt`
    : `${inviter} hat dich in Octavo in eine Ablage eingeladen`;
export const invitationText = ({ inviter, inviterEmail, name, isPage, days, origin, link }: Invitation) =>
  `${inviter} (${inviterEmail}) hat ${isPage ? "eine Seite mit dir geteilt" : "dich in eine Ablage eingeladen"}${name === null ? "" : `: „${name}“`}.\n\nÖffne den folgenden Link. Die Einladung gilt nur für diese Adresse und läuft nach ${days} Tagen ab.\n\n${link}\n\nDiese Nachricht kommt von ${origin}. Wenn dir ${inviterEmail} unbekannt ist, ignoriere diese Nachricht. Dann geschieht nichts.\n`;
