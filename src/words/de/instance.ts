/** Deutsch: Grenzen der Instanz und Einladungslinks. */
export const instance = "Anmeldung und Grenzen";
export const whoSignsUp = "Wer ein Konto anlegen kann";
export const policies = {
  open: "Alle mit einer E-Mail-Adresse.",
  invited: "Wer zu einer Seite oder Ablage eingeladen wurde oder einen Einladungslink hat.",
  domains: "Alle mit einer Adresse bei diesen Domains:",
  closed: "Niemand. Bestehende Konten können sich weiter anmelden.",
};
export const policyHint =
  "Das legt die Variable SIGNUP fest. Wer in der Konfiguration als Verwaltung eingetragen ist, kann immer ein Konto anlegen.";
export const limits = "Grenzen dieser Instanz";
export const limitsHint =
  "Das legen Variablen fest. An einer Grenze wird Neues abgelehnt; Lesen, Löschen und Anmelden gehen weiter.";
export const resources = {
  text: "Text",
  pages: "Seiten",
  files: "Dateien",
  users: "Konten",
  mails: "E-Mails heute",
};
export const sizes = "Datenbanken";
export const sizesHint =
  "Die Plattform begrenzt jede auf diese Größe, und die Grenze lässt sich nicht anheben. Ab 95 % wird Neues abgelehnt.";
export const stores = { main: "Hauptdatenbank", search: "Suchdatenbank", audit: "Audit-Protokoll" };
export const used = "Belegt";
export const limit = "Grenze";
export const share = "Anteil";
export const forecast = "Bei diesem Wachstum";
export const noLimit = "Keine";
export const unknown = "Noch nicht gemessen";
export const fullIn = { one: "In # Monat voll", other: "In # Monaten voll" };
export const fullSoon = "In weniger als einem Monat voll";
export const noForecast = "Keine Vorhersage";
export const measured = (time: string) => `Gemessen: ${time}.`;
export const invite = "Leute einladen";
export const inviteHint = "Neue Konten brauchen hier eine Einladung. Schicke Leuten ohne Konto einen Einladungslink.";
export const signUpLinks = "Einladungslinks";
export const linksHint = "Wer einen Link hat, kann damit ein Konto anlegen, bis er abläuft oder aufgebraucht ist.";
export const days = "Gültig für Tage";
export const uses = "Konten";
export const createLink = "Link anlegen";
export const linkReady = "Der Link ist nur jetzt zu sehen. Schicke ihn denen, die du einladen möchtest.";
export const link = "Einladungslink";
export const copyLink = "Link kopieren";
export const linkCopied = "Link kopiert.";
export const usedOf = (count: string, most: string) => `${count} von ${most} benutzt`;
export const until = (day: string) => `gültig bis ${day}`;
export const revoke = "Zurückziehen";
export const revokeLink = (creator: string, day: string) => `Den Link von ${creator} zurückziehen, der bis ${day} gilt`;
export const revoked = "Link zurückgezogen.";
export const noLinks = "Es gibt keine Links.";
