/** German: an agent's answer, and why there is none. */
export const hiddenPage = "Eine Seite, die du nicht sehen kannst";
export const untitled = "Ohne Titel";
export const queued = "Wartet auf die Antwort davor";
export const thinking = "Arbeitet…";
export const resumed = "Nach einer Unterbrechung fortgesetzt";
export const fullness = (percent: string) => `${percent} des Kontexts belegt`;
export const fullnessHint = "Wie viel von dem, was das Modell im Blick behalten kann, dieses Gespräch füllt.";
export const waitsFor = (name: string) => `Wartet auf ${name}`;
export const waitsForAsker = "Wartet auf die Person, die gefragt hat";
export const changed = { one: "# Seite geändert", other: "# Seiten geändert" };
export const undoAll = "Alles rückgängig machen";
export const wasUndone = "Rückgängig gemacht";
export const stop = "Anhalten";
export const began = (agent: string) => `${agent} antwortet.`;
export const asks = (agent: string) => `${agent} bittet um deine Zustimmung.`;
export const ended = (agent: string) => `${agent} hat geantwortet.`;
export const endedBadly = (agent: string) => `${agent} konnte die Antwort nicht beenden.`;
export const wasStopped = (agent: string) => `${agent} wurde angehalten.`;
export const errors = {
  model_gone:
    "Das Modell ist nicht mehr verfügbar. Wähle in den Einstellungen des Agenten ein anderes und frage noch einmal.",
  model_busy: "Das Modell ist ausgelastet. Frage in ein paar Minuten noch einmal.",
  model_denied:
    "Der Anbieter des Modells hat den Zugriff verweigert. Bitte die Administration, den Schlüssel zu prüfen.",
  model_rejected: "Das Modell hat dieses Gespräch abgelehnt. Frage anders oder wähle ein anderes Modell.",
  model_silent: "Das Modell antwortet nicht mehr. Frage noch einmal.",
  model_garbled: "Die Antwort des Modells war nicht lesbar. Frage noch einmal oder wähle ein anderes Modell.",
  answer_too_long: "Die Antwort wurde zu lang. Bitte um eine kürzere oder um einen Teil nach dem anderen.",
  too_many_steps:
    "Die Antwort brauchte zu viele Schritte. Bisheriges bleibt erhalten. Bitte um einen Teil nach dem anderen.",
  timed_out: "Die Antwort dauerte zu lange. Bisheriges bleibt erhalten. Bitte um einen Teil nach dem anderen.",
  interrupted: "Die Antwort wurde zu oft unterbrochen. Bisheriges bleibt erhalten. Frage noch einmal.",
  limit_reached:
    "Das Nutzungslimit ist erreicht. Frage später noch einmal oder bitte die Administration, es zu erhöhen.",
  rights_lost: "Die Person, die gefragt hat, darf hier nicht mehr schreiben. Deshalb endete die Antwort.",
  agent_hidden:
    "Nicht alle hier können die Seite des Agenten sehen, deshalb kann er hier nicht antworten. Gib die Seite für sie frei.",
  approval_expired:
    "Niemand hat rechtzeitig zugestimmt, deshalb wurde nichts geändert. Frage noch einmal, wenn du es noch willst.",
  internal: "Bei uns ist etwas fehlgeschlagen. Bisheriges bleibt erhalten. Frage noch einmal.",
};
export const unavailable = {
  not_configured: "Hier ist kein Modell eingerichtet, deshalb antwortet niemand.",
  unknown_model:
    "Niemand antwortet, weil das Modell des Agenten hier nicht verfügbar ist. Wähle in seinen Einstellungen ein anderes.",
  limit_reached: "Niemand antwortet, weil das Nutzungslimit erreicht ist. Frage später noch einmal.",
  too_many_queued:
    "Hierauf antwortet niemand, weil zu viele Fragen warten. Frage noch einmal, wenn einige beantwortet sind.",
};
