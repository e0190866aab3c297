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
