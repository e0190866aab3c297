/** German: the tasks of one person, of all lists. */
export const title = "Deine Aufgaben";
export const none = "Keine offene Aufgabe ist deine. Deine wird sie, wenn dich jemand darin erwähnt: @ und dein Name.";
export const now = "Heute fällig oder überfällig";
export const soon = "Nächste sieben Tage";
export const later = "Später";
export const undated = "Ohne Datum";
export const someLeftOut = "Einige Aufgabenlisten fehlen: Nur die hundert zuletzt geänderten werden gelesen.";
