/** Deutsch: eine Seite anlegen. */
export const untitled = "Ohne Titel";
export const title = "Titel";
export const type = "Art";
export const place = "Ort";
export const atTop = (drive: string) => `Ganz oben in ${drive}`;
export const underThisPage = "Unter dieser Seite";
export const under = (page: string) => `Unter ${page}`;
export const create = "Anlegen";
export const onlyTheyMake = "Nur wer diese Ablage verwaltet, legt darin Seiten an.";
