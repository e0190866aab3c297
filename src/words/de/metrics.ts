/** Deutsch: Zustand und Nutzung des Dienstes. */
import type { Inline } from "../inline.ts";

export const headlines = {
  ok: "Alle Systeme in Betrieb",
  alarms: "In Betrieb, mit offenen Alarmen",
  degraded: "Eingeschränkte Leistung",
  down: "Die Datenbank antwortet nicht",
};
export const asOf = (time: string) => `Stand: ${time} UTC.`;
export const rangeOfTime = "Zeitraum";
export const ranges = { "1h": "1 Stunde", "24h": "24 Stunden", "7d": "7 Tage", "30d": "30 Tage" };
export const wholeRange = "Ganzen Zeitraum zeigen";
export const chart = (title: string) => `${title}. Die Zahlen stehen in der Tabelle darunter.`;
export const stepValues = (time: string, values: readonly string[]) => `${time}: ${values.join(", ")}`;
export const numbers = "Zahlen";
export const from = "Ab (UTC)";

export const health = "Zustand";
export const states = { ok: "OK", degraded: "langsam", down: "antwortet nicht" };
export const components = {
  database: "Datenbank",
  search: "Suche",
  files: "Dateien",
  objects: "Objekte",
  queue: "Warteschlange",
};
export const database = "Datenbank";
export const files = "Dateien";
export const filesOf = (amount: string, size: string) => `${amount}, ${size}`;
export const upFor = "Laufzeit des Isolates";
export const memoryLimit = "Speicherlimit des Isolates";
export const part = "Komponente";
export const justNow = "Gerade eben";
export const answeredIn = "Antwortzeit";
export const maintenance = "Wartung";
export const runs = "Läufe";
export const failed = "Fehlgeschlagen";
export const failedOf = (amount: string, share: string) => `${amount} (${share})`;
export const halfWithin = "Median";
export const within95 = "95. Perzentil";
export const within99 = "99. Perzentil";
export const times = "Anzahl";

export const requests = "Anfragen";
export const requestsOverTime = "Anfragen im Zeitverlauf";
export const mostAsked = "Häufigste Routen";

export const people = "Personen";
export const active = "Aktiv";
export const newPeople = "Neu";
export const sessionsUsed = "Genutzte Sitzungen";
export const signIns = "Anmeldungen";
export const failedSignIns = "Fehlgeschlagene Anmeldungen";
export const activeOverTime = "Aktive Personen im Zeitverlauf";
export const activePeople = "Aktive Personen";
export const sessions = "Sitzungen";
export const reported = "Von Browsern gemeldet";

export const modelCalls = "Aufrufe von Modellen";
export const calls = "Aufrufe";
export const tokensIn = "Eingabe-Tokens";
export const tokensOut = "Ausgabe-Tokens";
export const cost = "Kosten";
export const callsOverTime = "Aufrufe von Modellen im Zeitverlauf";
export const model = "Modell";
export const byPerson = "Person";
export const byDrive = "Ablage";
export const byChat = "Chat";
export const driveOf = (owner: string) => `von ${owner}`;
export const unpriced = (amount: string) =>
  `Aufrufe von Modellen mit unbekanntem Preis: ${amount}. Sie fehlen in den Kosten.`;

export const statements = "Anweisungen";
export const rowsRead = "Gelesene Zeilen";
export const rowsWritten = "Geschriebene Zeilen";
export const cacheHits = "Cache-Treffer";
export const statementsOverTime = "Dauer der Anweisungen im Zeitverlauf";
export const statementsWithin95 = "Dauer der Anweisungen, 95. Perzentil";
export const slowest = "Am langsamsten";

export const errors = "Fehler";
export const differentErrors = "Verschiedene Fehler";
export const differentErrorsShown = "Gezeigte verschiedene Fehler";
export const errorsOverTime = "Fehler im Zeitverlauf";
export const nothingFailed = "Keine Fehler.";
export const earlierErrors = "Frühere Fehler";
export const request = (id: Inline) => ["Anfrage ", id];

export const milliseconds = (amount: string) => `${amount} ms`;
export const share = (percent: string) => `${percent} %`;
export const daysAndHours = (days: number, hours: number) => `${days} d ${hours} h`;
export const hoursAndMinutes = (hours: number, minutes: number) => `${hours} h ${minutes} min`;
export const minutes = (amount: number) => `${amount} min`;
export const seconds = (amount: number) => `${amount} s`;
export const day = (date: number, month: string) => `${date}. ${month}`;
export const dayAndTime = (date: string, time: string) => `${date} ${time}`;
export const instant = (date: string, year: string, time: string) => `${date} ${year}, ${time}`;
