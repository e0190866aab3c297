/** Deutsch: Symbol und Titelbild einer Seite. */
export const addIcon = "Symbol hinzufügen";
export const changeIcon = "Symbol ändern";
export const addCover = "Titelbild hinzufügen";
export const changeCover = "Titelbild ändern";
export const addProperty = "Eigenschaft hinzufügen";
