/** The icons of the interface, by their names in Lucide. `npm run icons` draws the listed ones and those of page types. */
import { iconOf, type PageType } from "../../kernel/page-type.ts";

export const ICONS = [
  "at-sign",
  "bell-off",
  "book-open",
  "bot",
  "chevron-right",
  "chevrons-up-down",
  "circle-check-big",
  "ellipsis",
  "inbox",
  "library",
  "log-out",
  "menu",
  "plus",
  "rotate-ccw-clock",
  "search",
  "settings",
  "shield",
  "star",
  "text-search",
  "trash",
  "user-plus",
  "users",
  "x",
] as const;

export type IconName = (typeof ICONS)[number];

export const iconClass = (name: IconName): string => `icon icon-${name}`;

export const pageIconClass = (type: PageType): string => `icon icon-${iconOf(type)}`;
