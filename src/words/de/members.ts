/** Deutsch: die Mitglieder einer Ablage. */
export const members = "Mitglieder";
export const more = "Weitere Mitglieder";
export const whoChanges =
  "Der Eigentümer und die Administratoren dieser Ablage können Mitglieder hinzufügen und entfernen.";
export const changed = (name: string) => `Der Zugriff für ${name} wurde geändert.`;
export const removed = (name: string) => `${name} ist kein Mitglied mehr.`;
export const youLose = (pages: string, drive: string) =>
  `Du verlierst den Zugriff auf ${pages} in ${drive} und auf alles, was dort mit dir geteilt wurde. Nur der Eigentümer oder ein Administrator kann dich wieder hinzufügen.`;
export const loses = (name: string, pages: string) =>
  `${name} verliert den Zugriff auf ${pages} dieser Ablage und auf alles, was dort eigens geteilt wurde.`;
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
