/** English: properties, their types, and editing them. */
import type { PropertyType } from "../../formats/properties/schema.ts";

export const properties = "Properties";
export const types: Readonly<Record<PropertyType, string>> = {
  text: "Text",
  number: "Number",
  choice: "Choice",
  choices: "Several choices",
  people: "People",
  date: "Date",
  page: "Page",
  checkbox: "Checkbox",
  address: "Web address",
  file: "File",
  formula: "Formula",
  rollup: "Roll-up",
};
export const addProperty = "Add property";
export const empty = "Empty";
export const misfit = (type: string): string => `Does not fit the type “${type}”`;
export const yes = "Yes";
export const no = "No";
export const menuOf = (name: string): string => `Property “${name}”`;
export const edit = (name: string): string => `Edit ${name}`;
export const editProperty = "Edit value";
export const rename = "Rename";
export const remove = "Remove from this page";
export const moveUp = "Move up";
export const moveDown = "Move down";
export const changeType = "Type";
export const name = "Name";
export const type = "Type";
export const add = "Add";
export const save = "Save";
export const clear = "Clear";
export const showLines = "Edit as text";
export const nameTaken = "This page already has a property with this name.";
export const tooLarge = "These properties exceed the size limit. They can be edited as text.";
export const cannotEdit = "This value can only be edited as text.";
export const find = "Find or add…";
export const findPeople = "Find people…";
export const findPage = "Find a page…";
export const create = (label: string): string => `Add “${label}”`;
export const nothingFound = "Nothing found";
export const start = "Date";
export const end = "End date (optional)";
export const notANumber = "Enter a number.";
export const declaredIn = (folder: string): string => `Available to all pages in “${folder}”`;
export const raw = "Line as written";
export const removed = (property: string): string => `“${property}” removed`;
export const findProperty = "Find…";
