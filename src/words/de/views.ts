/** German: the views of a folder. */
import type { ViewKind } from "../../formats/properties/view-blocks.ts";

export const kinds: Readonly<Record<ViewKind, string>> = {
  table: "Tabelle",
  board: "Board",
  list: "Liste",
  calendar: "Kalender",
  gallery: "Galerie",
  timeline: "Zeitleiste",
};
export const addView = "Ansicht hinzufügen";
export const nameOfView = "Name der Ansicht";
export const viewMenu = (name: string): string => `Ansicht „${name}“`;
export const renameView = "Ansicht umbenennen";
export const removeView = "Ansicht entfernen";
export const removed = (name: string): string => `Ansicht „${name}“ entfernt`;
export const showAsText = "Ansicht als Text bearbeiten";
export const filter = "Filter";
export const filterField = "Bedingung";
export const filterExample = "Status != Fertig and Termin <= today+7d";
export const addCondition = "Bedingung hinzufügen";
export const sort = "Sortieren";
export const sortBy = "Sortieren nach";
export const ascending = (name: string): string => `${name}, aufsteigend`;
export const descending = (name: string): string => `${name}, absteigend`;
export const columns = "Spalten";
export const groupBy = "Gruppieren nach";
export const noGroups = "Keine Gruppen";
export const title = "Titel";
export const newPage = "Neue Seite";
export const newPageIn = (group: string): string => `Neue Seite in „${group}“`;
export const noValue = (name: string): string => `Ohne ${name}`;
export const noPages = "Keine Seite passt zu dieser Ansicht.";
export const noPagesYet = "Hier gibt es noch keine Seiten.";
export const needsChoice = "Ein Board braucht eine Eigenschaft vom Typ „Auswahl“.";
export const needsDate = "Ein Kalender braucht eine Eigenschaft vom Typ „Datum“.";
export const loading = "Wird geladen …";
export const more = "Mehr laden";
export const untitled = "Ohne Titel";
export const moved = (page: string, to: string): string => `„${page}“ nach ${to} verschoben`;
export const undated = "Ohne Datum";
export const monthBefore = "Voriger Monat";
export const monthAfter = "Nächster Monat";
export const today = "Heute";
export const month = (name: string): string => `Seiten im ${name}`;
export const count = (pages: number, isMore: boolean): string =>
  isMore ? `${pages}+ Seiten` : pages === 1 ? "1 Seite" : `${pages} Seiten`;
export const overLimit = (limit: number): string => `Über der Grenze von ${limit}`;
export const moveHint = "Alt und Pfeiltasten verschieben die Seite.";
export const removeCondition = "Bedingung entfernen";
export const kind = "Art der Ansicht";
export const hideColumn = "Spalte ausblenden";
export const removeProperty = "Eigenschaft aus dem Ordner entfernen";
export const valuesStay = "Eigenschaft entfernt. Die Seiten behalten ihre Werte.";
