/** Deutsch: Aufgabenlisten. */
export const tasks = "Aufgaben";
export const howShown = "Ansicht der Aufgaben";
export const list = "Liste";
export const board = "Tafel";
export const text = "Text";
export const show = "Zeigen";
export const all = "Alle Aufgaben";
export const open = "Offen";
export const done = "Erledigt";
export const mine = "Meine";
export const overdue = "Überfällig";
export const find = "Aufgabe finden";
export const noTitle = "Aufgaben ohne Überschrift";
export const none = "Noch keine Aufgaben.";
export const noneFound = "Keine passenden Aufgaben.";
export const change = "Text bearbeiten";
export const actionsOf = (task: string) => `Aktionen für ${task}`;
export const due = (date: string) => `Fällig ${date}`;
export const dueToday = "Heute fällig";
export const noDate = "Kein Datum";
export const priority = "Priorität";
export const high = "Hoch";
export const medium = "Mittel";
export const low = "Niedrig";
export const noPriority = "Keine";
export const priorityOf = (name: string) => `Priorität: ${name}`;
export const assignedTo = (name: string) => `Zugewiesen an ${name}`;
export const progress = (ended: number, count: number) => `${ended} von ${count} Unteraufgaben erledigt`;
export const newTask = "Neue Aufgabe";
export const calendar = "Kalender";
export const addStatuses = "Status hinzufügen";
export const status = "Status";
export const statusOf = (name: string) => `Status: ${name}`;
export const columnActions = (name: string) => `Aktionen für die Spalte ${name}`;
export const addColumn = "Status hinzufügen";
export const limited = (count: number, limit: number) => `${count} von ${limit}`;
export const overLimit = (by: number) => `${by} über der Obergrenze`;
export const colours: Readonly<Record<string, string>> = {
  gray: "Grau",
  brown: "Braun",
  red: "Rot",
  orange: "Orange",
  amber: "Bernstein",
  green: "Grün",
  teal: "Türkis",
  blue: "Blau",
  purple: "Violett",
  pink: "Rosa",
};
export const labels = "Etiketten";
export const labelOf = (name: string) => `Etikett: ${name}`;
export const removeIt = (name: string) => `${name} entfernen`;
export const estimateOf = (time: string) => `Aufwand: ${time}`;
export const everyUnit: Readonly<Record<string, string>> = {
  "1d": "Jeden Tag",
  weekday: "Jeden Werktag",
  "1w": "Jede Woche",
  "2w": "Alle 2 Wochen",
  "1m": "Jeden Monat",
  "3m": "Alle 3 Monate",
  "1y": "Jedes Jahr",
};
export const everyCount = (count: number, unit: string) =>
  `Alle ${count} ${{ d: "Tage", w: "Wochen", m: "Monate", y: "Jahre" }[unit] ?? ""}`;
export const everyOn = (days: string) => `Jeden ${days}`;
export const blocked = "Blockiert";
export const blockedBy = (names: string) => `Blockiert durch ${names}`;
export const described = "Hat eine Beschreibung";
export const title = "Titel";
export const selected = "Ausgewählt";
export const today = "Heute";
export const filter = "Filter";
export const activeSuffix = " aktiv";
export const clearFilter = "Filter aufheben";
export const nobody = "Niemand";
export const assignee = "Zugewiesen an";
export const any = "Alle";
export const dueWhen = "Fällig";
export const dueThisWeek = "Nächste 7 Tage";
export const group = "Gruppieren nach";
export const byHeading = "Überschrift";
export const noGroups = "Keine Gruppen";
export const sort = "Sortieren nach";
export const manual = "Reihenfolge in der Liste";
export const automatic = "Automatisch";
export const query = "Bedingung";
export const saveView = "Ansicht speichern …";
export const remindBefore = (time: string) =>
  time.startsWith("0") ? "Erinnerung am selben Tag" : `Erinnerung ${time} vorher`;
export const openTask = "Öffnen";
export const openOf = (task: string) => `${task} öffnen`;
