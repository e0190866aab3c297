/** German: properties, their types, and editing them. */
import type { PropertyType } from "../../formats/properties/schema.ts";

export const properties = "Eigenschaften";
export const types: Readonly<Record<PropertyType, string>> = {
  text: "Text",
  number: "Zahl",
  choice: "Auswahl",
  choices: "Mehrfachauswahl",
  people: "Personen",
  date: "Datum",
  page: "Seite",
  checkbox: "Kontrollkästchen",
  address: "Webadresse",
  file: "Datei",
  formula: "Formel",
  rollup: "Zusammenfassung",
};
export const addProperty = "Eigenschaft hinzufügen";
export const empty = "Leer";
export const misfit = (type: string): string => `Passt nicht zum Typ „${type}“`;
export const yes = "Ja";
export const no = "Nein";
export const menuOf = (name: string): string => `Eigenschaft „${name}“`;
export const edit = (name: string): string => `${name} bearbeiten`;
export const editProperty = "Wert bearbeiten";
export const rename = "Umbenennen";
export const remove = "Von dieser Seite entfernen";
export const moveUp = "Nach oben";
export const moveDown = "Nach unten";
export const changeType = "Typ";
export const name = "Name";
export const type = "Typ";
export const add = "Hinzufügen";
export const save = "Speichern";
export const clear = "Leeren";
export const showLines = "Als Text bearbeiten";
export const nameTaken = "Diese Seite hat schon eine Eigenschaft mit diesem Namen.";
export const tooLarge = "Diese Eigenschaften überschreiten die Größengrenze. Sie lassen sich als Text bearbeiten.";
export const cannotEdit = "Dieser Wert lässt sich nur als Text bearbeiten.";
export const find = "Suchen oder hinzufügen …";
export const findPeople = "Personen suchen …";
export const findPage = "Seite suchen …";
export const create = (label: string): string => `„${label}“ hinzufügen`;
export const nothingFound = "Nichts gefunden";
export const start = "Datum";
export const end = "Enddatum (optional)";
export const notANumber = "Gib eine Zahl ein.";
export const declaredIn = (folder: string): string => `Verfügbar für alle Seiten in „${folder}“`;
export const raw = "Zeile wie geschrieben";
export const removed = (property: string): string => `„${property}“ entfernt`;
export const findProperty = "Suchen …";
