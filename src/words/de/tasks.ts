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
export const add = "Aufgabe hinzufügen";
export const addTo = (section: string) => `Aufgabe zu ${section} hinzufügen`;
export const addBelow = "Unteraufgabe hinzufügen";
export const change = "Text bearbeiten";
export const actionsOf = (task: string) => `Aktionen für ${task}`;
export const dueDate = "Fälligkeit …";
export const due = (date: string) => `Fällig ${date}`;
export const dueToday = "Heute fällig";
export const noDate = "Kein Datum";
export const setDate = "Setzen";
export const priority = "Priorität";
export const high = "Hoch";
export const medium = "Mittel";
export const low = "Niedrig";
export const noPriority = "Keine";
export const priorityOf = (name: string) => `Priorität: ${name}`;
export const assign = "Zuweisen …";
export const assignedTo = (name: string) => `Zugewiesen an ${name}`;
export const unassign = (name: string) => `${name} nicht mehr zuweisen`;
export const moveUp = "Nach oben";
export const moveDown = "Nach unten";
export const setIn = "Zur Unteraufgabe machen";
export const setOut = "Eine Ebene nach außen";
export const moveTo = (section: string) => `Nach ${section} verschieben`;
export const move = "Verschieben";
export const remove = "Löschen";
export const removed = (task: string) => `Gelöscht: ${task}`;
export const progress = (ended: number, count: number) => `${ended} von ${count} Unteraufgaben erledigt`;
export const newTask = "Neue Aufgabe";
export const isAssigned = "Die Aufgabe ist schon zugewiesen.";
export const calendar = "Kalender";
export const openTask = "Öffnen";
export const addStatuses = "Status hinzufügen";
export const firstStatuses: readonly [string, string, string] = ["Zu tun", "In Arbeit", "Erledigt"];
export const status = "Status";
export const statusOf = (name: string) => `Status: ${name}`;
export const columnActions = (name: string) => `Aktionen für die Spalte ${name}`;
export const addColumn = "Status hinzufügen";
export const columnName = "Name des Status";
export const renameColumn = "Umbenennen …";
export const limitColumn = "Obergrenze …";
export const limit = "Höchstzahl der Aufgaben in dieser Spalte";
export const noLimit = "Keine Obergrenze";
export const limited = (count: number, limit: number) => `${count} von ${limit}`;
export const overLimit = (by: number) => `${by} über der Obergrenze`;
export const colour = "Farbe";
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
export const kindDone = "Aufgaben hier sind erledigt";
export const moveColumnBefore = "Spalte nach vorn";
export const moveColumnAfter = "Spalte nach hinten";
export const removeColumn = "Status entfernen";
export const cannotChange = "Die Status dieser Liste lassen sich hier nicht ändern. Bearbeite sie im Text.";
export const save = "Speichern";
export const cancel = "Abbrechen";
export const close = "Schließen";
export const labels = "Etiketten";
export const label = "Etikett …";
export const labelOf = (name: string) => `Etikett: ${name}`;
export const newLabel = "Neues Etikett …";
export const labelName = "Name des Etiketts";
export const removeIt = (name: string) => `${name} entfernen`;
export const estimate = "Aufwand";
export const estimateOf = (time: string) => `Aufwand: ${time}`;
export const noEstimate = "Kein Aufwand";
export const every = "Wiederholen";
export const noEvery = "Wiederholt sich nicht";
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
export const remindBefore = (time: string) => `Erinnerung ${time} vorher`;
export const lastDone = (date: string) => `Zuletzt erledigt ${date}`;
export const blocked = "Blockiert";
export const blockedBy = (tasks: string) => `Blockiert durch ${tasks}`;
export const blockers = "Blockiert durch";
export const addBlocker = "Blockierende Aufgabe hinzufügen";
export const described = "Hat eine Beschreibung";
export const description = "Beschreibung";
export const addDescription = "Beschreibung hinzufügen";
export const title = "Titel";
export const people = "Personen";
export const subtasks = "Unteraufgaben";
export const detail = "Aufgabe";
export const selected = "Ausgewählt";
export const selectedCount = (count: number) => (count === 1 ? "1 Aufgabe ausgewählt" : `${count} Aufgaben ausgewählt`);
export const selectionActions = "Aktionen für die ausgewählten Aufgaben";
export const select = "Auswählen";
export const clearSelection = "Auswahl aufheben";
export const removedMany = (count: number) => `${count} Aufgaben gelöscht`;
export const today = "Heute";
export const tomorrow = "Morgen";
export const nextWeek = "Nächste Woche";
export const filter = "Filter";
export const activeSuffix = " aktiv";
export const clearFilter = "Filter aufheben";
export const anyone = "Alle";
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
export const month = (name: string) => `Im ${name} fällige Aufgaben`;
export const monthBefore = "Voriger Monat";
export const monthAfter = "Nächster Monat";
export const undated = "Ohne Datum";
export const movedTo = (task: string, date: string) => `${task}: fällig ${date}`;
export const suggestions = "Vorschläge";
export const recognized = "Erkannt";
export const quickHint = "Zum Beispiel: Ann anrufen morgen #Telefon !hoch";
export const asText = (text: string) => `„${text}“ als Text behalten`;
export const automatic = "Automatisch";
export const toPage = "In eine Seite umwandeln";
export const toTask = "Seite in eine Aufgabe umwandeln";
export const madePage = (title: string) => `Seite angelegt: ${title}`;
export const staysPage = "Diese Seite hat Eigenschaften, Unterseiten oder eine andere Art und bleibt eine Seite.";
