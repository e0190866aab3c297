/** Deutsch: eine Seite, die man liest, während andere sie schreiben. */
export const updated = "Mit Änderungen von anderswo aktualisiert.";
export const linesChanged = "Seit dem Zitat geändert: Die zitierten Worte stehen nicht mehr in diesen Zeilen.";
export const pageChanged = "Diese Seite hat sich seit dem Zitat geändert.";
