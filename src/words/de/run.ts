/** German: the steps of an agent's answer. */
export const tools = {
  list_drives: "Ablagen auflisten",
  list_pages: "Seiten auflisten",
  search: "Suchen",
  fetch: "Eine Seite lesen",
  list_members: "Mitglieder auflisten",
  edit_page: "Eine Seite bearbeiten",
  edit_cells: "Zellen ändern",
  update_tasks: "Aufgaben ändern",
  replace_text: "Text ersetzen",
  create_pages: "Seiten anlegen",
  move_pages: "Seiten verschieben",
  trash_pages: "Seiten in den Papierkorb legen",
  restore_pages: "Seiten wiederherstellen",
  post_message: "Eine Nachricht schreiben",
  history: "Im Verlauf nachsehen",
  revert: "Eine frühere Version wiederherstellen",
};
export const callState = {
  open: "läuft",
  asked: "wartet auf Zustimmung",
  done: "erledigt",
  failed: "fehlgeschlagen",
  declined: "abgelehnt",
};
export const steps = { one: "# Schritt", other: "# Schritte" };
export const noPages = "Keine Seiten beteiligt.";
export const stopped = "Angehalten";
