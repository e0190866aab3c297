/** What the field for new tasks offers while the user types: people, labels, statuses, priorities and dates. */
import type { QuickContext } from "../../../formats/tasks/quick-add.ts";
import { PRIORITIES } from "../../../formats/tasks/tasks.ts";
import { foldName } from "../../../kernel/fold.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/tasks.ts";

export type Completion = {
  readonly label: string;
  /** Replaces the typed word. */
  readonly insert: string;
};

export type Completions = {
  /** Where the typed word begins. */
  readonly from: number;
  readonly offers: readonly Completion[];
  /** Enter takes the first one; otherwise it adds the task. */
  readonly isAsked: boolean;
};

export const NO_COMPLETIONS: Completions = { from: 0, offers: [], isAsked: false };

const MOST = 8;
/** Dates are offered for words, which are rarely dates: not before they are this long. */
const SHORTEST_DATE = 3;

const TRIGGER = /(?<!\S)([@#/!])(\S*)$/;

export function completionsFor(
  text: string,
  { people, statuses }: QuickContext,
  labels: readonly string[],
): Completions {
  const [all = "", mark = "", typed = ""] = TRIGGER.exec(text) ?? [];
  const from = text.length - all.length;
  if (mark === "") return datesFor(text);
  const begins = (name: string): boolean => ` ${foldName(name)}`.includes(` ${foldName(typed)}`);
  const lists: Readonly<Record<string, readonly Completion[]>> = {
    "@": people.filter(({ name }) => begins(name)).map(({ name }) => ({ label: name, insert: `@${name}` })),
    "#": labels.filter(begins).map((label) => ({ label: `#${label}`, insert: `#${label}` })),
    "/": statuses
      .filter(({ key, label }) => begins(label) || begins(key))
      .map(({ key, label }) => ({ label, insert: `/${key}` })),
    "!": PRIORITIES.filter((each) => begins(words[each]) || begins(each)).map((each) => ({
      label: words[each],
      insert: `!${each}`,
    })),
  };
  const offers = lists[mark]?.slice(0, MOST) ?? [];
  const isWhole = offers.some(({ insert }) => insert === all);
  return isWhole ? NO_COMPLETIONS : { from, offers, isAsked: true };
}

function datesFor(text: string): Completions {
  const typed = /(?<!\S)\p{L}+$/u.exec(text)?.[0] ?? "";
  if (typed.length < SHORTEST_DATE) return NO_COMPLETIONS;
  const day = (n: number): string =>
    new Intl.DateTimeFormat(currentLanguage(), { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2023, 0, 1 + n));
  const dates = [words.today, words.tomorrow, words.nextWeek, ...[1, 2, 3, 4, 5, 6, 7].map(day)];
  const offers = dates
    .filter((date) => foldName(date).startsWith(foldName(typed)) && date.length > typed.length)
    .map((date) => ({ label: date, insert: date }));
  return { from: text.length - typed.length, offers, isAsked: false };
}
