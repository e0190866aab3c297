/** Deutsch: das Menü einer Seite. */
export const duplicate = "Duplizieren";
export const copyOf = (title: string) => `Kopie von ${title}`;
export const duplicated = (title: string) => `„${title}“ wurde dupliziert.`;
export const print = "Drucken";
export const mute = "Stummschalten";
export const unmute = "Nicht mehr stummschalten";
export const printPage = "Diese Seite drucken";
export const printWords = "papier pdf print";
export const duplicatePage = "Diese Seite duplizieren";
export const duplicateWords = "kopieren copy";
export const addFavourite = "Diese Seite zu den Favoriten hinzufügen";
export const removeFavourite = "Diese Seite aus den Favoriten entfernen";
export const mutePage = "Diese Seite stummschalten";
export const unmutePage = "Diese Seite nicht mehr stummschalten";
export const muteDrive = "Diese Ablage stummschalten";
export const unmuteDrive = "Diese Ablage nicht mehr stummschalten";
export const exportBelow = "Exportieren";
