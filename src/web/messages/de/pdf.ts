/** Deutsch: die Ansicht von PDFs. */
export const pages = (title: string) => `Seiten von ${title}`;
export const tools = "PDF";
export const page = "Seite";
export const ofPages = (count: string) => `von ${count}`;
export const pageName = "Seite #";
export const smaller = "Verkleinern";
export const larger = "Vergrößern";
export const fitWidth = "An Breite anpassen";
export const percent = (scale: number) => `${scale} %`;
export const fullScreen = "Vollbild";
export const opening = "Das PDF wird geöffnet …";
export const broken = "Dieses PDF lässt sich nicht anzeigen. Lade es herunter, um es anderswo zu öffnen.";
export const locked = "Dieses PDF ist mit einem Passwort geschützt.";
export const wrongPassword = "Das ist nicht das Passwort.";
export const password = "Passwort";
export const unlock = "Öffnen";
