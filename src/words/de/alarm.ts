/** Deutsch: Alarme. */
import type { AlarmTitles } from "../en/alarm.ts";

export const titles: AlarmTitles = {
  audit: (subject) => `Das Audit-Protokoll meldet ein Problem: ${subject}`,
  dead_letter: (subject) => `Ein Hintergrundauftrag ist endgültig gescheitert: ${subject}`,
  sweep: (subject, { minutes, hours }) => {
    if (subject === "missing") return `Die Wartung wurde seit ${minutes ?? 2} Minuten nicht abgeschlossen`;
    if (subject === "restore")
      return `Seit ${hours ?? 24} Stunden läuft eine Wiederherstellung, und niemand kann sich anmelden`;
    return `Ein Schritt der Wartung schlägt wiederholt fehl: ${subject}`;
  },
  size: (_, { resource, threshold }) => `${resource} hat ${threshold} % der Grenze der Plattform erreicht`,
  quota: (_, { resource, threshold }) => `${resource} hat ${threshold} % der Grenze dieser Instanz erreicht`,
  error_rate: (_, { failed, count, minutes }) =>
    `${failed} von ${count} Anfragen sind in ${minutes} Minuten fehlgeschlagen`,
  mail: (_, { failed, count, minutes }) =>
    `${failed} von ${count} E-Mails konnten in ${minutes} Minuten nicht verschickt werden`,
  provider: (subject, { failed, count, minutes }) =>
    `Ein Anbieter fällt aus: ${subject} (${failed} von ${count} Aufrufen in ${minutes} Minuten)`,
};

export const changes = {
  raised: (title: string) => `Alarm: ${title}`,
  continues: (title: string) => `Weiterhin gestört: ${title}`,
  resolved: (title: string) => `Behoben: ${title}`,
};
export const testText = "Das ist ein Test. Alarme dieser Instanz kommen hier an.";
export const testSubject = "Octavo: Test der Alarme";
export const mailSubject = (first: string, more: number) =>
  `Octavo: ${first}${more === 0 ? "" : ` (und ${more} weitere)`}`;
export const mailText = (lines: string, origin: string) => `${lines}\n\nEinzelheiten: ${origin}/admin\n`;

export const alarms = "Alarme";
export const noAlarms = "Keine Alarme.";
export const unreadable = "Die Alarme lassen sich gerade nicht lesen.";
export const alarm = "Alarm";
export const since = "Seit (UTC)";
export const state = "Zustand";
export const open = "offen";
export const ended = (time: string) => `beendet ${time}`;
export const channels = { webhook: "Webhook", mail: "E-Mail an Administratoren" };
export const notConfigured = "nicht eingerichtet";
export const neverSent = "noch nichts gesendet";
export const lastSent = (time: string) => `zuletzt gesendet ${time}`;
export const failing = (failures: string) => `nicht zugestellt; gescheiterte Versuche: ${failures}`;
export const lastSweep = "Letzte Wartung";
export const never = "nie";
export const sendTest = "Testalarm senden";
export const outcomes = {
  sent: "gesendet",
  none: "nicht eingerichtet",
  status: (status: string) => `der Empfänger hat mit ${status} geantwortet`,
  redirect: "der Empfänger leitet weiter; trage die endgültige Adresse ein",
  timeout: "der Empfänger hat nicht rechtzeitig geantwortet",
  network: "der Empfänger ist nicht erreichbar",
  mail: (reached: string, failed: string) => `gesendet: ${reached}, gescheitert: ${failed}`,
};
export const objectives = "Ziele für den Dienst";
export const objective = "Ziel";
export const objectiveNames = {
  page_open: "Seiten öffnen sich innerhalb von 1 s",
  edit: "Änderungen gelingen",
  words_lost: "Verlorene bestätigte Wörter",
};
export const target = "Zielwert";
export const measured = "Letzte 30 Tage";
export const budgetLeft = "Übriges Fehlerbudget";
export const burn = "Verbrauchsrate, letzte 24 Stunden";
export const percentage = (value: string) => `${value} %`;
export const times = (value: string) => `${value}×`;
export const ofEvents = (bad: string, all: string) => `${bad} von ${all} verfehlt`;
export const noneMeasured = "nichts gemessen";
export const wordsLostHint =
  "Verlorene Wörter zählen, wenn eine Seite das Objekt verloren hat, das sie bestätigt hatte. Ein Verlust ohne Spur, etwa durch eine alte Sicherung, wird nicht bemerkt.";
