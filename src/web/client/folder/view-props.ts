/** The properties (props) of the components that draw a folder as a table, board, calendar, gallery or list. */
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { PropertyValue } from "../../../formats/properties/front-matter.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import type { View } from "../../../formats/properties/view-blocks.ts";

export type ViewProps = {
  readonly view: View;
  readonly rows: readonly FolderRow[];
  readonly properties: readonly Property[];
  /** Shown besides the title. */
  readonly columns: readonly Property[];
  readonly actions: ViewActions;
};

export type ViewActions = {
  readonly canEdit: (row: FolderRow) => boolean;
  readonly set: (row: FolderRow, property: Property, value: PropertyValue) => void;
  /** Opens the editor of a value at an element; `done` runs when it closes. */
  readonly edit: (row: FolderRow, property: Property, anchor: Element, done: () => void) => void;
  /** Null if the user may not create pages here. */
  readonly make: ((values: ReadonlyMap<string, PropertyValue>) => void) | null;
  /** Null if the user may not change the folder. */
  readonly addProperty: ((anchor: Element) => void) | null;
  /** Opens the menu of a declared property; null if the user may not change the folder. */
  readonly propertyMenu: ((property: Property, anchor: HTMLElement) => void) | null;
};
