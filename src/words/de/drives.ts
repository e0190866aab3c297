/** Deutsch: von Ablage zu Ablage. */
export const drives = "Ablagen";
export const find = "Ablage finden";
export const open = "Aktuell";
export const yours = "Deine";
export const shared = "Mit dir geteilt";
export const newDrive = "Neue Ablage …";
export const newDriveCalled = (drive: string) => `Neue Ablage „${drive}“ …`;
export const name = "Name der neuen Ablage";
export const ownHint = "Sie gehört dir. Niemand sonst sieht sie, bis du jemanden hinzufügst.";
export const make = "Ablage anlegen";
export const back = "Zurück";
export const place = "Wo ihre Nutzer sind";
export const nearYou = "In deiner Nähe";
export const placeHint = "Dort ist gemeinsames Schreiben am schnellsten.";
export const places = {
  wnam: "Westliches Nordamerika",
  enam: "Östliches Nordamerika",
  sam: "Südamerika",
  weur: "Westeuropa",
  eeur: "Osteuropa",
  apac: "Asien-Pazifik",
  oc: "Ozeanien",
  afr: "Afrika",
  me: "Naher Osten",
};
export const placeOf = (location: string) => `Gemeinsames Schreiben ist hier am schnellsten: ${location}`;
