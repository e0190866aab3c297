/** German: the tasks of one person, of all lists. */
export const title = "Deine Aufgaben";
export const none =
  "Dir sind keine offenen Aufgaben zugewiesen. Eine Aufgabe wird dir zugewiesen, wenn dich jemand darin mit @ und deinem Namen erwähnt.";
export const overdue = "Überfällig";
export const today = "Heute fällig";
export const tomorrow = "Morgen";
export const later = "Später";
export const undated = "Ohne Fälligkeitsdatum";
export const someLeftOut = "Nur die ersten 500 Aufgaben sind zu sehen.";
export const detail = "Ausgewählte Aufgabe";
export const loading = "Deine Aufgaben werden gesucht …";
