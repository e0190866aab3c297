/** Deutsch: die Mitglieder einer Ablage. */
export const members = "Mitglieder";
export const more = "Weitere Mitglieder";
export const whoChanges =
  "Mitglieder werden vom Eigentümer und von den Administratoren der Ablage hinzugefügt und entfernt.";
export const changed = (name: string) => `Was ${name} darf, wurde geändert.`;
export const removed = (name: string) => `${name} ist kein Mitglied mehr.`;
export const youLose = (pages: string, drive: string) =>
  `Du verlierst ${pages} von ${drive} und was dort mit dir geteilt wurde. Nur wer die Ablage verwaltet, kann dich wieder hinzufügen.`;
export const loses = (name: string, pages: string) =>
  `${name} verliert ${pages} der Ablage und alles, was dort eigens geteilt wurde.`;
export const you = (name: string) => `${name} (du)`;
export const leave = "Verlassen";
export const leaveDrive = "Ablage verlassen";
export const removeMember = "Mitglied entfernen";
export const runsDrive = "Ablage verwalten (Administrator)";
export const admin = "Administrator";
export const addMember = "Mitglied hinzufügen";
export const emailAddress = "E-Mail-Adresse";
export const add = "Hinzufügen";
export const added = "Hinzugefügt.";
