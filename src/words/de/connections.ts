/** Deutsch: Kontakte zwischen Menschen. */
export const connections = "Kontakte";
export const hint = "Deine Kontakte sehen deine E-Mail-Adresse, und du siehst ihre.";
export const blockHint =
  "Von Personen, die du blockierst, wirst du über nichts benachrichtigt, und sie merken es nicht.";
export const none = "Du hast noch keine Kontakte.";
export const theyAsk = "Anfragen an dich";
export const youAsked = "Deine Anfragen";
export const connected = "Verbunden";
export const blocked = "Blockiert";
export const accept = "Annehmen";
export const decline = "Ablehnen";
export const takeBack = "Zurückziehen";
export const end = "Beenden";
export const block = "Blockieren";
export const unblock = "Nicht mehr blockieren";
export const deedFor = (deed: string, name: string) => `${deed}: ${name}`;
export const done = (deed: string, name: string) => `${deed}: ${name}.`;
export const person = "Person";
export const message = "Nachricht (freiwillig)";
export const ask = "Kontakt anfragen";
export const asked = (name: string) => `Anfrage an ${name} gesendet.`;
export const areConnected = "Ihr seid schon verbunden.";
