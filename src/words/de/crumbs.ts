/** Deutsch: der Weg zu einer Seite. */
export const whereThisIs = "Wo diese Seite liegt";
export const pagesIn = (title: string) => `Seiten in ${title}`;
export const showAll = "Alle Seiten zeigen";
