/** Deutsch: eine Seite, die man liest, während andere sie schreiben. */
export const updated = "Mit Änderungen von anderswo aktualisiert.";
