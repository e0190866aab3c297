/** Deutsch: Listen von Personen und das Feld, das sie findet. */
export const canView = "Lesen";
export const canEdit = "Lesen und bearbeiten";
export const canShare = "Lesen, bearbeiten und teilen";
export const canAll = "Alles";
export const noAccess = "Kein Zugriff";
export const may = (verbs: readonly string[]) => `Darf ${verbs.join(", ")}`;
export const view = "lesen";
export const edit = "bearbeiten";
export const share = "teilen";
export const erase = "löschen";
export const mayDo = (name: string) => `Was ${name} darf`;
export const theyMay = "Erlaubt ist";
export const owner = "Eigentümer";
export const remove = "Entfernen";
export const removeOne = (name: string) => `${name} entfernen`;
export const keep = "Behalten";
export const pageCount = { one: "# Seite", other: "# Seiten" };
export const people = "Personen";
export const nameOrAddress = "Name oder E-Mail-Adresse";
export const inDrive = "In dieser Ablage";
export const connection = "Kontakt";
export const byAddress = "Über diese Adresse";
export const userId = "Benutzer-ID";
export const noneFound =
  "Niemand gefunden. Schreibe die ganze E-Mail-Adresse oder frage nach der Benutzer-ID, die in den Einstellungen steht.";
export const choose = "Wähle jemanden aus der Liste.";
