/** German: the settings of a chat's agent. */
export const title = "Einstellungen des Agenten";
export const notYet = "Agenten antworten hier noch nicht. Diese Einstellungen gelten, sobald sie es tun.";
export const prompt = "Anweisungen";
export const promptHint = "Wird vor dem Gespräch an das Modell gesendet.";
export const provider = "Anbieter";
export const model = "Modell";
export const tools = "Werkzeuge";
export const toolsHint = "Was der Agent mit Seiten tun kann, im Rahmen der Rechte der Person, die ihn fragt.";
export const save = "Speichern";
export const saved = "Einstellungen des Agenten gespeichert.";
