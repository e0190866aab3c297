/** Deutsch: die erste Ablage einer neuen Person. */
export const welcome = "Willkommen";
export const yours = "Diese Ablage gehört dir. Niemand sonst sieht, was du hier schreibst, bis du es teilst.";
export const callYou = "Wie sollen andere dich nennen?";
export const nameHint = "Der Name steht neben dem, was du schreibst. Du kannst ihn in den Einstellungen ändern.";
export const begin = "Mit drei Beispielseiten beginnen";
export const firstPage = "Die erste Seite anlegen";
