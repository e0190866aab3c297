/** The names and icons of a folder's views. */
import type { View, ViewKind } from "../../../formats/properties/view-blocks.ts";
import { words } from "../../../words/views.ts";
import type { IconName } from "../icon-names.ts";

export const VIEW_ICONS: Readonly<Record<ViewKind, IconName>> = {
  table: "table-2",
  board: "square-kanban",
  list: "list",
  calendar: "calendar",
  gallery: "layout-grid",
  timeline: "calendar-clock",
};

export const labelOf = ({ name, kind }: Pick<View, "name" | "kind">): string =>
  name === "" ? words.kinds[kind] : name;
