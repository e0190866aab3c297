/** German: the settings of a chat's agent. */
export const title = "Einstellungen des Agenten";
export const notYet = "Noch antwortet hier kein Agent. Was hier steht, wird für ihn aufbewahrt.";
export const prompt = "Anweisungen";
export const promptHint = "Was dem Agenten gesagt wird, bevor er das Gespräch liest.";
export const provider = "Anbieter";
export const model = "Modell";
export const tools = "Werkzeuge";
export const toolsHint = "Was der Agent mit Seiten tun darf, immer nur mit den Rechten derer, die ihn fragen.";
export const save = "Speichern";
export const saved = "Die Einstellungen des Agenten sind gespeichert.";
