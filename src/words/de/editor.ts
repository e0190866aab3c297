/** Deutsch: die Editoren für Text. */
export const textOfPage = "Text der Seite";
export const howToRead = (key: string) => `Um ihn mit Überschriften, Listen und Tabellen zu lesen, drücke ${key}.`;
