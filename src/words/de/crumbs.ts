/** Deutsch: der Weg zu einer Seite. */
export const whereThisIs = "Pfad der Seite";
export const pagesIn = (title: string) => `Seiten in ${title}`;
export const showAll = "Alle Seiten zeigen";
