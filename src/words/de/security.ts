/** Deutsch: Sitzungen und Geräte, und wie man sie abmeldet. */
export const whereSignedIn = "Wo du angemeldet bist";
export const staySignedIn = "Geräte, die angemeldet bleiben";
export const signOut = "Abmelden";
export const signOutOf = (what: string) => `${what} abmelden`;
export const signOutEverywhere = "Überall abmelden";
export const everywhereAsked = "Überall abmelden?";
export const everywhereHint =
  "Alle Browser und Geräte werden abgemeldet, auch dieses hier. Tokens für Agenten gelten weiter.";
export const session = (address: string, began: string, seen: string) =>
  `${address}, angemeldet: ${began}, zuletzt gesehen: ${seen}`;
export const unknownAddress = "unbekannte Adresse";
export const thisOne = "Diese Sitzung";
export const sessionOver = "Diese Sitzung ist beendet.";
export const endAsked = (what: string) => `${what} abmelden?`;
export const endHint = "Geräte, die in dieser Sitzung hinzugefügt wurden, werden auch abgemeldet.";
export const alsoRevoke = {
  one: "Auch den Passkey oder Token widerrufen, der darin erstellt wurde",
  other: "Auch die # Passkeys und Tokens widerrufen, die darin erstellt wurden",
};
export const device = (kind: string, began: string, used: string) =>
  `${kind}, angemeldet: ${began}, zuletzt verwendet: ${used}`;
export const web = "Browser";
export const desktop = "Computer";
export const ios = "iPhone oder iPad";
export const android = "Android";
export const deviceSignedOut = (name: string) => `„${name}“ ist abgemeldet.`;
export const browserOn = (browser: string, system: string) => `${browser} (${system})`;
export const unknownProgram = "Unbekanntes Programm";
export const resetHint =
  "Für den Fall, dass sich jemand anderes mit deinem Konto anmelden kann: Das beendet sofort alle Sitzungen und meldet alle Geräte ab, auch dieses hier, entfernt deine Passkeys und widerruft deine Tokens. Deine Seiten und deine Adresse bleiben, wie sie sind, und ein Link per E-Mail meldet dich wieder an.";
export const resetAsked = "Zugänge zurücksetzen?";
export const resetSentence =
  "Alle Sitzungen und Geräte werden abgemeldet, auch dieses hier. Deine Passkeys und die Tokens für Agenten werden endgültig gelöscht. Du meldest dich mit einem Link per E-Mail wieder an.";
