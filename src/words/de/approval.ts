/** German: approving and undoing an agent's changes. */
export const title = (action: string) => `Erlauben? ${action}`;
export const reasons = {
  trash: "Seiten kommen in den Papierkorb. Von dort kannst du sie wiederherstellen.",
  revert: "Eine Seite kehrt zu einer früheren Version zurück. Spätere Änderungen werden ersetzt.",
  move_between_drives: "Seiten wechseln in eine andere Ablage, auf die andere Personen Zugriff haben.",
  other_drive: "Das betrifft eine Ablage außerhalb dieses Gesprächs.",
  post_elsewhere: "In deinem Namen wird eine Nachricht in einem anderen Gespräch veröffentlicht.",
  many_pages: "Viele Seiten ändern sich auf einmal.",
  rewrite: "Ein großer Teil des Textes einer Seite wird entfernt oder ersetzt.",
  read_outsiders: "Die Antwort hat Text von Personen gelesen, die diese Änderung nicht selbst vornehmen könnten.",
  every_write: "Dieser Agent fragt vor jeder Änderung.",
  hidden_from_readers: "Was der Agent liest, kann in seiner Antwort stehen, die alle in diesem Gespräch lesen können.",
  hidden_from_target: "Die Antwort hat Seiten gelesen, die manche nicht sehen können, die diese Änderung lesen würden.",
};
export const pages = "Seiten";
export const newPages = "Neue Seiten";
export const text = "Text";
export const hiddenFrom = (count: string, names: string) =>
  `${count}, die dieses Gespräch lesen, können das nicht sehen: ${names}`;
export const people = { one: "# Person", other: "# Personen" };
export const others = { one: "# weitere", other: "# weitere" };
export const diffOf = (page: string) => `Änderungen an ${page}`;
export const added = "Hinzugefügt:";
export const removed = "Entfernt:";
export const until = (time: string) => `Du kannst bis ${time} antworten.`;
export const no = "Nicht jetzt";
export const once = "Einmal erlauben";
export const further = "Weitere Änderungen in dieser Antwort erlauben";
export const changedSince = "Das hat sich geändert oder wartet nicht mehr auf dich. So ist es jetzt.";
export const undoTitle = "Diese Antwort rückgängig machen?";
export const undoSentence =
  "Alles, was diese Antwort geändert hat, wird rückgängig gemacht. Was andere seither geschrieben haben, bleibt.";
export const undo = "Rückgängig machen";
export const undone = "Rückgängig gemacht";
export const kept = "Behalten, weil es seither benutzt wurde oder nichts mehr davon übrig war";
export const failed = "Nicht rückgängig gemacht. Versuche es noch einmal";
export const nothing = "Es gab nichts rückgängig zu machen.";
export const finished = "Die Antwort ist rückgängig gemacht.";
export const partly = "Die Antwort ist zum Teil rückgängig gemacht.";
export const effects = {
  text: "Text",
  created: "neue Seite",
  moved: "Ort",
  trashed: "in den Papierkorb gelegt",
  restored: "aus dem Papierkorb geholt",
  posted: "Nachricht",
  renamed: "Titel oder Aussehen",
};
