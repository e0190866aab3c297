/** The statements that rebuild the search index, for the Worker. */
import { raw, write, type Write } from "../../db/sql.ts";
import { EMPTY_INDEX, MARK_ALL_PAGES } from "./rebuild-statements.ts";

export const emptyIndex = (): Write<number>[] => EMPTY_INDEX.map((text) => write(raw(text)));
export const markAllPages = (): Write<number> => write(raw(MARK_ALL_PAGES));
