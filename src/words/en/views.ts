/** English: the views of a folder. */
import type { ViewKind } from "../../formats/properties/view-blocks.ts";

export const kinds: Readonly<Record<ViewKind, string>> = {
  table: "Table",
  board: "Board",
  list: "List",
  calendar: "Calendar",
  gallery: "Gallery",
  timeline: "Timeline",
};
export const addView = "Add view";
export const nameOfView = "Name of the view";
export const viewMenu = (name: string): string => `View “${name}”`;
export const renameView = "Rename view";
export const removeView = "Remove view";
export const removed = (name: string): string => `View “${name}” removed`;
export const showAsText = "Edit view as text";
export const filter = "Filter";
export const filterField = "Condition";
export const filterExample = "Status != Done and Due <= today+7d";
export const addCondition = "Add condition";
export const sort = "Sort";
export const sortBy = "Sort by";
export const ascending = (name: string): string => `${name}, ascending`;
export const descending = (name: string): string => `${name}, descending`;
export const columns = "Columns";
export const groupBy = "Group by";
export const noGroups = "No groups";
export const title = "Title";
export const newPage = "New page";
export const newPageIn = (group: string): string => `New page in “${group}”`;
export const noValue = (name: string): string => `No ${name}`;
export const noPages = "No pages match this view.";
export const noPagesYet = "No pages here yet.";
export const needsChoice = "A board needs a property of the type “Choice”.";
export const needsDate = "A calendar needs a property of the type “Date”.";
export const loading = "Loading…";
export const more = "Load more";
export const untitled = "Untitled";
export const moved = (page: string, to: string): string => `“${page}” moved to ${to}`;
export const undated = "Without a date";
export const monthBefore = "Previous month";
export const monthAfter = "Next month";
export const today = "Today";
export const month = (name: string): string => `Pages in ${name}`;
export const count = (pages: number, isMore: boolean): string =>
  isMore ? `${pages}+ pages` : pages === 1 ? "1 page" : `${pages} pages`;
export const overLimit = (limit: number): string => `Over the limit of ${limit}`;
export const moveHint = "Alt and arrow keys move the page.";
export const removeCondition = "Remove condition";
export const kind = "Kind of view";
export const hideColumn = "Hide column";
export const removeProperty = "Remove property from the folder";
export const valuesStay = "Property removed. The pages keep their values.";
