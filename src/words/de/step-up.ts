/** Deutsch: bestätigen, dass man es ist. */
export const title = "Bestätige, dass du es bist";
export const why = "Dafür ist eine Anmeldung aus den letzten Minuten nötig. Was du eingegeben hast, bleibt erhalten.";
export const sendLink = "Link schicken";
export const sendAgain = "Noch einen Link schicken";
export const sent = (email: string) =>
  `Öffne den Link, der an ${email} ging, in diesem Browser. Danach geht es hier weiter.`;
