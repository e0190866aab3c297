/** Deutsch: Nachrichten, und sie schreiben. */
export const messages = "Nachrichten";
export const earlier = "Frühere Nachrichten";
export const newest = "Neueste Nachrichten";
export const none = "Noch keine Nachrichten.";
export const noneToBegin = "Noch keine Nachrichten. Beginne das Gespräch und erwähne jemanden mit @.";
export const unread = "Neu";
export const replies = "Antworten";
export const left = "Ehemaliges Mitglied";
export const assistant = "Assistent";
export const messageOf = (name: string) => `Nachricht von ${name}`;
export const edited = "bearbeitet";
export const deleted = "Diese Nachricht wurde gelöscht.";
export const write = "Nachricht schreiben";
export const change = "Nachricht bearbeiten";
export const reply = "Antworten";
export const edit = "Bearbeiten";
export const remove = "Löschen";
export const cancel = "Abbrechen";
export const send = "Senden";
export const save = "Speichern";
export const sent = "Gesendet.";
export const removeAsked = "Diese Nachricht löschen?";
export const goneForAll = "Niemand kann sie mehr lesen. Antworten darauf bleiben.";
export const reactions = "Reaktionen";
export const react = "Reagieren";
export const reactionOf = (shown: string, names: string) => `${shown} von ${names}`;
export const reactWith = (emoji: string) => `Mit ${emoji} reagieren`;
export const anotherEmoji = "Weitere Emojis";
export const typing = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} schreibt …`
    : names.length === 2
      ? `${names.join(" und ")} schreiben …`
      : "Mehrere schreiben …";
export const attach = "Dateien anhängen";
export const attachments = "Angehängte Dateien";
export const picture = "Bild";
export const actions = "Aktionen für die Nachricht";
export const copyText = "Text kopieren";
export const textCopied = "Text kopiert.";
export const selectText = "Text auswählen";
export const removeFile = (file: string) => `${file} entfernen`;
