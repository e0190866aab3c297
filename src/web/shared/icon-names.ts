/** The icons of the interface, by their names in Lucide. `npm run icons` draws the listed ones and those of page types. */
import { iconOf, type PageType } from "../../kernel/page-type.ts";

export const ICONS = [
  "arrow-down-up",
  "at-sign",
  "bell-off",
  "book-open",
  "bot",
  "chevron-right",
  "chevrons-up-down",
  "copy",
  "download",
  "ellipsis",
  "folder-input",
  "folder-up",
  "hash",
  "inbox",
  "layout-grid",
  "library",
  "link",
  "list",
  "menu",
  "paperclip",
  "pencil",
  "plus",
  "printer",
  "rotate-ccw-clock",
  "search",
  "settings",
  "shield",
  "star",
  "text-search",
  "trash",
  "upload",
  "user-plus",
  "users",
  "x",
] as const;

export type IconName = (typeof ICONS)[number];

export const iconClass = (name: IconName): string => `icon icon-${name}`;

export const pageIconClass = (type: PageType): string => `icon icon-${iconOf(type)}`;
