/** Deutsch: Kontakte zwischen Menschen. */
export const connections = "Kontakte";
export const hint = "Deine Kontakte sehen deine E-Mail-Adresse, und du siehst ihre.";
export const blockHint =
  "Du bekommst keine Mitteilungen von Personen, die du blockierst, und sie erfahren nichts davon.";
export const none = "Du hast noch keine Kontakte.";
export const theyAsk = "Anfragen an dich";
export const youAsked = "Deine Anfragen";
export const connected = "Verbunden";
export const blocked = "Blockiert";
export const accept = "Annehmen";
export const decline = "Ablehnen";
export const takeBack = "Zurückziehen";
export const end = "Kontakt beenden";
export const block = "Blockieren";
export const unblock = "Nicht mehr blockieren";
export const deedFor = (deed: string, name: string) => `${deed}: ${name}`;
export const done = (deed: string, name: string) => `${deed}: ${name}.`;
export const person = "Person";
export const message = "Nachricht (optional)";
export const ask = "Kontakt anfragen";
export const asked = (name: string) => `Anfrage an ${name} gesendet.`;
export const areConnected = "Ihr seid schon verbunden.";
