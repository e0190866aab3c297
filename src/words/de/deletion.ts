/** Deutsch: Löschen eines Kontos. */
export const lastAdministrator = "Das ist der einzige Administrator. Gib die Rolle zuerst jemand anderem.";
export const typeToConfirm = (email: string) => `Gib zur Bestätigung ${email} ein`;
export const notTyped = (email: string) => `Gib zur Bestätigung ${email} ein.`;
export const deleteForGood = "Konto endgültig löschen";
export const pageCount = { one: "# Seite", other: "# Seiten" };
export const memberCount = { one: "# Mitglied", other: "# Mitglieder" };
export const inTrash = "im Papierkorb";
export const listed = (parts: readonly string[]) => parts.join(", ");
export const choose = "Wähle, was damit geschieht";
export const handOver = (name: string) => `An ${name} übergeben`;
export const deleteAll = "Mit allem darin löschen";
