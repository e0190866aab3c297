/** What narrows a search: chosen by buttons, or typed as `type:sheet`, `in:drive`, `by:name`, `changed:week`. */
import { words } from "../../../words/palette.ts";
import { labelOf } from "../../shared/page-kinds.ts";
import { foldName } from "../../../kernel/fold.ts";
import { FILTER_KINDS, type FilterKind } from "./key-list.ts";
import { PAGE_TYPES } from "../../../kernel/page-type.ts";

export type Choice = { readonly id: string; readonly label: string };
export type Filter = Readonly<Record<FilterKind, Choice | null>>;

export const NO_FILTER: Filter = { type: null, in: null, by: null, changed: null };

export const FILTER_LABELS: Readonly<Record<FilterKind, string>> = {
  type: words.type,
  in: words.drive,
  by: words.person,
  changed: words.changed,
};

export const isFiltered = (filter: Filter): boolean => FILTER_KINDS.some((kind) => filter[kind] !== null);

/** What is given up first: what was chosen as the last kind. */
export function withoutLast(filter: Filter): Filter {
  const last = FILTER_KINDS.findLast((kind) => filter[kind] !== null);
  return last === undefined ? filter : { ...filter, [last]: null };
}

export const TYPES: readonly Choice[] = PAGE_TYPES.map((id) => ({ id, label: labelOf(id) }));

const DAY = 86_400_000;
const PERIODS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };

export const TIMES: readonly Choice[] = [
  { id: "day", label: words.sinceYesterday },
  { id: "week", label: words.lastWeek },
  { id: "month", label: words.lastMonth },
  { id: "year", label: words.lastYear },
];

/** In ms; null where any time will do. */
export const sinceOf = ({ changed }: Filter, now: number): number | null =>
  changed === null ? null : now - (PERIODS[changed.id] ?? 0);

export type Token = {
  readonly kind: FilterKind;
  /** What was typed of the choice. */
  readonly words: string;
  /** What was typed beside it. */
  readonly rest: string;
};

const TOKEN = new RegExp(`(?:^|\\s)(${FILTER_KINDS.join("|")}):(\\S*)$`, "i");

/** The filter that is being typed, at the end of what was. */
export function tokenIn(typed: string): Token | null {
  const found = TOKEN.exec(typed);
  const kind = FILTER_KINDS.find((each) => each === found?.[1]?.toLowerCase());
  return found && kind ? { kind, words: found[2] ?? "", rest: typed.slice(0, found.index).trim() } : null;
}

/** Those whose name, or a word of it, begins with what was typed. */
export function matchingChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = foldName(typed);
  return choices.filter(({ id, label }) =>
    [id, label, ...label.split(/\s+/)].some((each) => foldName(each).replaceAll(/\s/g, "").startsWith(wanted)),
  );
}
