/** Deutsch: wer auf einer Seite ist, und ob sie gespeichert ist. */
export const saving = "Wird gespeichert …";
export const offline = "Offline";
export const notSent = "Noch nicht gesendet";
export const viewOnly = "Nur lesen";
export const lost = "Nicht verbunden";
export const notSaved = "Nicht gespeichert";
export const about = "Verbindungsstatus";
export const follow = (name: string) => `${name} folgen`;
export const here = (names: readonly string[]) => `Gerade hier: ${names.join(", ")}`;
export const someRefused =
  "Ein Teil deines Textes wurde nicht gespeichert. Öffne „Nicht gespeichert“ über dem Text, um ihn zu kopieren.";
export const copied = "Kopiert.";
